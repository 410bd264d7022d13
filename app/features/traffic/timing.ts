import type { Exchange } from '../../engine/derive/model.ts';
import { millis, offset } from '../../ui/format.ts';

/**
 * When an exchange was asked for, sent and answered, in words.
 * @param asked mono ms of the action or timer behind it; undefined where it has none
 */
export function timingOf(exchange: Exchange, asked: number | undefined): string {
  const { sentAt, headAt, endAt, frames } = exchange;
  const after = (at: number): string => `${millis(at - sentAt)} ms`;
  const first = frames.at(0)?.mono;
  return [
    ...(asked === undefined ? [] : [`queued ${millis(Math.max(0, sentAt - asked))} ms`]),
    `sent at ${offset(sentAt)} s`,
    ...(headAt === undefined ? [] : [`first byte after ${after(headAt)}`]),
    ...(first === undefined ? [] : [`first frame after ${after(first)}`]),
    ...(endAt === undefined ? [] : [`last byte after ${after(endAt)}`]),
  ].join(', ');
}

import type { Exchange } from './model.ts';

/** The seq of the event with an exchange's answer: its body, or the last frame that is no comment, notification or request. */
export function resultSeq(exchange: Exchange | undefined): number | undefined {
  let seq = exchange?.bodySeq;
  for (let i = (exchange?.frames.size ?? 0) - 1; seq === undefined && i >= 0; i -= 1) {
    const frame = exchange?.frames.at(i);
    if (frame !== undefined && !frame.comment && frame.method === undefined) seq = frame.seq;
  }
  return seq;
}

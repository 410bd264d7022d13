import type { Engine } from '../engine/index.ts';

/** The body of an exchange's answer, as sent; in a stream it is the last frame that is no comment, notification or request. */
export function resultText(engine: Engine, exchange: string): string {
  const found = engine.world().exchangeById.get(exchange);
  let seq = found?.bodySeq;
  for (let i = (found?.frames.size ?? 0) - 1; seq === undefined && i >= 0; i -= 1) {
    const frame = found?.frames.at(i);
    if (frame !== undefined && !frame.comment && frame.method === undefined) seq = frame.seq;
  }
  return seq === undefined ? '' : engine.log.bodyText(seq);
}

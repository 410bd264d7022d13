import type { Engine } from '../engine/index.ts';

/** The body of an exchange's answer, as sent: its last frame where it came as a stream. */
export function resultText(engine: Engine, exchange: string): string {
  const found = engine.world().exchangeById.get(exchange);
  const seq = found?.bodySeq ?? found?.frames.at(found.frames.size - 1)?.seq;
  return seq === undefined ? '' : engine.log.bodyText(seq);
}

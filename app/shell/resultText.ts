import { resultSeq } from '../engine/derive/result-text.ts';
import type { Engine } from '../engine/index.ts';

/** The body of an exchange's answer, as sent. */
export function resultText(engine: Engine, exchange: string): string {
  const seq = resultSeq(engine.world().exchangeById.get(exchange));
  return seq === undefined ? '' : engine.log.bodyText(seq);
}

import type { Engine } from '../engine/index.ts';
import { prettyJson } from '../ui/wire.ts';

/** The body of an exchange's answer, laid out, every token as it was sent. */
export function resultText(engine: Engine, exchange: string): string {
  const found = engine.world().exchangeById.get(exchange);
  const seq = found?.bodySeq ?? found?.frames.at(found.frames.size - 1)?.seq;
  return seq === undefined ? '' : prettyJson(engine.log.bodyText(seq));
}

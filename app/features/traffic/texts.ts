import type { Exchange } from '../../engine/derive/model.ts';
import type { Engine } from '../../engine/index.ts';

/** The texts of a message: its request, its body, and the frame that is looked at or the last one. */
export function textsOf(engine: Engine, exchange: Exchange, frame: number | undefined): string[] {
  const { requestSeq, bodySeq, frames } = exchange;
  const found = frames.at(frame ?? frames.size - 1)?.seq;
  return [requestSeq, bodySeq, found].flatMap((seq) => (seq === undefined ? [] : engine.log.bodyText(seq)));
}

/** The text of what answered: the body, or the last frame that says something. */
export function answerText(engine: Engine, { bodySeq, frames }: Exchange): string {
  if (bodySeq !== undefined) return engine.log.bodyText(bodySeq);
  for (let i = frames.size - 1; i >= 0; i -= 1) {
    const frame = frames.at(i);
    if (frame !== undefined && !frame.comment) return engine.log.bodyText(frame.seq);
  }
  return '';
}

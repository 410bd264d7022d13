import type { Question } from '../../engine/derive/model.ts';
import { type Engine, type Exchange, JsonTree } from '../../engine/index.ts';
import { rawAt } from '../../ui/result.ts';

/** The text of a question as the server sent it; '' where its event holds none. */
export function questionText(engine: Engine, question: Question): string {
  const text = engine.log.bodyText(question.textSeq);
  return (
    sentAt(text, ['result', 'inputRequests', question.key]) ??
    sentAt(text, ['params', 'inputRequests', question.key]) ??
    ''
  );
}

/** The text of an answer as it was sent, or undefined where none was. */
export function responseText(engine: Engine, question: Question): string | undefined {
  if (question.updateExchange === undefined) return undefined;
  const exchange = engine.world().exchangeById.get(question.updateExchange);
  if (exchange === undefined) return undefined;
  return sentAt(engine.log.bodyText(exchange.requestSeq), ['params', 'inputResponses', question.key]);
}

/** One member of the params of a request, as it was sent; undefined where there is none. */
export function paramText(engine: Engine, exchange: Exchange, name: string): string | undefined {
  return sentAt(engine.log.bodyText(exchange.requestSeq), ['params', name]);
}

function sentAt(text: string, path: readonly string[]): string | undefined {
  const read = JsonTree.read(text);
  return read.ok ? rawAt(read.tree, path) : undefined;
}

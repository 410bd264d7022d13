import { readRequest } from '../derive/answer.ts';
import type { Engine, Prepared, RetryAnswers } from '../engine.ts';
import { textAt, withAt, withoutAt } from '../json/edit.ts';

/**
 * Builds the retry of a call: the endpoint and params of `asked`, whose answer was input_required, without the answers of an earlier
 * round and with these; always with another id than `asked`. The params go out as they were sent, character for character: parsing would
 * round numbers beyond 2^53, and keep one of two equal keys. `requestState` is opaque: it is passed on and not looked at (MRTR, "Client
 * Requirements").
 */
export function prepareRetry(
  engine: Pick<Engine, 'prepareRequest'>,
  asked: Prepared,
  answers: RetryAnswers,
  id?: Prepared['id'],
): Prepared {
  const { _meta, inputResponses, requestState, ...params } = readRequest(asked.text).params ?? {};
  const made = engine.prepareRequest(asked.endpoint, asked.method, { ...params, ...answers }, id);
  let sent = textAt(asked.text, ['params']);
  if (sent === undefined) return made;
  for (const key of ['inputResponses', 'requestState']) sent = withoutAt(sent, [key]);
  for (const key of ['_meta', ...Object.keys(answers)]) {
    const raw = textAt(made.text, ['params', key]);
    if (raw !== undefined) sent = withAt(sent, [key], raw);
  }
  return { ...made, text: withAt(made.text, ['params'], sent) };
}

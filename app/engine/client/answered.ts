import type { JsonObject } from '../../../server/protocol/json.ts';
import type { Answered } from '../engine.ts';
import type { Sent } from './sender.ts';

/** A result as an answer, or the problem that stands in its place. */
export function result(sent: Sent): Answered<JsonObject> {
  const found = sent.answer?.result;
  return sent.problem !== undefined || found === undefined
    ? failed(sent)
    : { ...around(sent), ok: true, value: found };
}

export function around(sent: Sent): { readonly exchange: string; readonly receivedAt: number } {
  return { exchange: sent.received.exchange, receivedAt: sent.received.receivedAt };
}

export function failed(sent: Sent): { ok: false; problem: NonNullable<Sent['problem']>; exchange: string } {
  const problem = sent.problem ?? {
    kind: 'rpc',
    code: 'no-result',
    message: 'The response has no result.',
    next: 'Read the response in the traffic list.',
  };
  return { ok: false, problem, exchange: sent.received.exchange };
}

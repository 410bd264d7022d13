import { isObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { isRequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Heard, Prepared } from '../engine.ts';
import type { Received } from '../transport/tap.ts';
import type { Sender } from './sender.ts';

export interface Composing {
  readonly sender: Sender;
  readonly prepared: Prepared;
  /** Closes the exchange from this side. */
  readonly signal: AbortSignal | undefined;
  /** A task came of it. @param cause seq of the answer */
  readonly watch: (taskId: string, cause: number) => void;
}

/**
 * Sends a text as it is, with the headers given, once. What stands in the text decides what it is in the log: its method and id where
 * they can be read, else those of `prepared`. Without an id it is a notification, which is answered by no JSON-RPC response.
 */
export async function compose({ sender, prepared, signal, watch }: Composing): Promise<Heard> {
  const { endpoint, text, without = [] } = prepared;
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : undefined;
  const method = ownString(value, 'method') ?? prepared.method;
  const cause = sender.recorder.action('compose', endpoint, { method });
  const closes = signal === undefined ? {} : { signal };
  if (isObject(value) && !Object.hasOwn(value, 'id')) {
    const headers = sender.credentials.sign(endpoint, prepared.headers);
    const to = { endpoint, url: endpoint, http: 'POST', step: 'notification' } as const;
    const received = await sender.step({
      ...to,
      method,
      headers,
      text,
      cause,
      composed: true,
      without,
      ...closes,
    });
    return heard(received, received.problem, undefined);
  }
  const id = own(value, 'id');
  const sent = await sender.send(
    { ...prepared, method, id: isRequestId(id) ? id : prepared.id },
    { cause, composed: true, without, ...closes },
  );
  const taskId =
    sent.problem === undefined && method === 'tools/call' ? sent.answer?.task?.taskId : undefined;
  if (taskId !== undefined) watch(taskId, sent.received.seq);
  return heard(sent.received, sent.problem, taskId);
}

function heard(received: Received, problem: Heard['problem'], taskId: string | undefined): Heard {
  const { exchange, status, body } = received;
  const text = body === null ? undefined : 'text' in body ? body.text : `base64:${body.base64}`;
  return { exchange, status, text, problem, taskId };
}

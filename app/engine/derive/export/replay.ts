import type { JsonValue } from '../../../../server/protocol/json.ts';
import { isObject, own } from '../../../../server/protocol/json.ts';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { streamText, textOf, wireExchanges } from './wire.ts';

/** One answer of a recording, as the exported sources hold it. */
export interface Answer {
  /** What it is the answer to: see `keyOf`. */
  readonly key: string;
  /** The request's body as it was sent, for the spec that asks for every answer. */
  readonly sent: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Its id, which a replay exchanges for the one of the request that it answers. */
  readonly id: JsonValue;
}

/** The answers of one endpoint. */
export interface Replayed {
  readonly url: string;
  readonly answers: readonly Answer[];
}

/**
 * What a request asks, without what differs from one call to the next: its method and params, `_meta` left out, members in the order
 * of their names. The exported sources hold the same function as text (KEY_SOURCE), and a test compares the two.
 */
export function keyOf(body: string): string {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return body;
  }
  if (!isObject(message)) return body;
  return JSON.stringify([own(message, 'method') ?? null, sorted(own(message, 'params') ?? null)]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value)
    .filter((name) => name !== '_meta')
    .sort();
  return names.map((name) => [name, sorted(value[name])]);
}

export const KEY_SOURCE = `/** What a request asks, without its id and _meta. */
function keyOf(body) {
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return body;
  return JSON.stringify([message.method ?? null, sorted(message.params ?? null)]);
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.keys(value)
    .filter((name) => name !== '_meta')
    .sort()
    .map((name) => [name, sorted(value[name])]);
}

/** Answers in their recorded order; the last one of a kind is given again and again. */
function player(answers) {
  const turns = new Map();
  return (body) => {
    const key = keyOf(body);
    const known = answers.filter((answer) => answer.key === key);
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const answer = known[Math.min(turn, known.length - 1)];
    if (answer === undefined) return undefined;
    return { ...answer, body: withId(answer, body) };
  };
}

/** The recorded answer with the id of the request that it answers now. */
function withId(answer, body) {
  let id;
  try {
    id = JSON.parse(body)?.id;
  } catch {
    // What is no JSON has no id, and its answer needs none.
    return answer.body;
  }
  const was = JSON.stringify(answer.id);
  const now = JSON.stringify(id);
  if (was === undefined || now === undefined || was === now) return answer.body;
  return answer.body.replace(new RegExp('("id"\\\\s*:\\\\s*)' + was.replace(/[.*+?^$\{}()|[\\]\\\\]/g, '\\\\$&') + '(?=\\\\s*[,}])', 'g'), (_, name) => name + now);
}
`;

/** The answers of a recording by endpoint: of JSON-RPC requests that were answered. What failed on its way has no answer to replay. */
export function replayed(events: readonly LogEvent[]): readonly Replayed[] {
  const found = new Map<string, Answer[]>();
  for (const { request, head, body, frames } of wireExchanges(events)) {
    const { endpoint } = request;
    if (endpoint === null || !/^https?:/.test(endpoint) || request.method === null || head?.status == null)
      continue;
    const sent = textOf(request);
    const type =
      head.headers?.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json';
    const answer: Answer = {
      key: keyOf(sent),
      sent,
      status: head.status,
      type,
      body: frames.length > 0 ? streamText(frames) : textOf(body),
      id: idOf(sent),
    };
    const list = found.get(endpoint);
    if (list === undefined) found.set(endpoint, [answer]);
    else list.push(answer);
  }
  return [...found].map(([url, answers]) => ({ url, answers }));
}

function idOf(body: string): JsonValue {
  try {
    const id = own(JSON.parse(body), 'id');
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}

/** JSON that may stand in a script: line separators are escapes, and no tag can end it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('</', '<\\/');
}

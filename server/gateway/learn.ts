import { createParser } from 'eventsource-parser';
import { type JsonValue, parseJson } from '../protocol/json.ts';
import { readMessage } from '../protocol/jsonrpc.ts';
import { TASK_NOTIFICATION } from '../protocol/subscriptions.ts';
import { readTask } from '../protocol/task.ts';
import type { SeenTask } from './route-table.ts';

/** An answer, or one event of a stream, that is longer than this is passed on unread: bytes of JSON, characters of an event. */
const MOST = 256 * 1024;
const BRACE = 0x7d;

/** Looks at an answer while it passes. `feed` never throws and never holds anything back. */
export interface Learner {
  feed(chunk: Uint8Array): void;
}

/**
 * Finds the tasks in an answer: handles and other flat results, and pushed snapshots, in JSON or SSE. Whatever cannot be read is
 * none of the gateway's business: it passes all the same.
 * @param contentType of the answer
 * @param saw called before the chunk that completes the message is passed on, so that the route is there when the client asks
 */
export function learner(contentType: string | null, saw: (task: SeenTask) => void): Learner {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  const read = (text: string): boolean => {
    const parsed = parseJson(text);
    if (!parsed.ok) return false;
    const task = taskIn(parsed.value);
    if (task !== undefined) saw(task);
    return true;
  };
  if (type === 'application/json') return jsonLearner(read);
  if (type === 'text/event-stream') return streamLearner(read);
  return { feed: () => {} };
}

/** The task that a message tells about, or undefined. */
export function taskIn(value: JsonValue): SeenTask | undefined {
  const read = readMessage(value);
  if (!read.ok) return undefined;
  const { message } = read;
  const told =
    message.kind === 'result'
      ? message.result
      : message.kind === 'notification' && message.method === TASK_NOTIFICATION
        ? message.params
        : undefined;
  const task = readTask(told);
  if (!task.ok) return undefined;
  const { taskId, status, createdAt, ttlMs } = task.task;
  const expiresAt =
    createdAt === undefined || ttlMs === undefined || ttlMs === null ? null : Date.parse(createdAt) + ttlMs;
  return { taskId, status, expiresAt };
}

function jsonLearner(read: (text: string) => boolean): Learner {
  let parts: Uint8Array[] | undefined = [];
  let size = 0;
  return {
    feed(chunk) {
      if (parts === undefined) return;
      parts.push(chunk);
      size += chunk.byteLength;
      if (size > MOST) parts = undefined;
      // Whole JSON texts of ours end with a brace; most chunks in the middle of one do not, and cost no parsing.
      else if (chunk.at(-1) === BRACE && read(decoded(parts))) parts = undefined;
    },
  };
}

function decoded(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

function streamLearner(read: (text: string) => boolean): Learner {
  const decoder = new TextDecoder();
  let open = true;
  const parser = createParser({
    maxBufferSize: MOST,
    onEvent: ({ data }) => void read(data),
    onError: ({ type }) => {
      // The parser is of no use after this; the stream itself goes on.
      if (type === 'max-buffer-size-exceeded') open = false;
    },
  });
  return {
    feed(chunk) {
      if (open) parser.feed(decoder.decode(chunk, { stream: true }));
    },
  };
}

import { CODES } from '../../../server/protocol/codes.ts';
import { SESSION_HEADER } from '../../../server/protocol/era.ts';
import { headerValue } from '../../../server/protocol/headers.ts';
import { isTerminal } from '../../../server/protocol/task.ts';
import { isGone } from '../derive/fold-task.ts';
import type { TaskHistory } from '../derive/model.ts';
import type { Prepared } from '../engine.ts';
import { readRetryAfter } from './backoff.ts';
import type { Sent } from './sender.ts';

/** What a failed request that may be repeated comes to. `wait`: what the server asked for, ms. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'retry'; readonly wait: number | undefined }
  | { readonly kind: 'gone' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'refused'; readonly why: string };

/** 404 to a request of a session: the server knows the session no more (2025-11-25, "Session Management"); of the task it says nothing. */
export function isSessionLost(prepared: Prepared, sent: Sent): boolean {
  return sent.received.status === 404 && headerValue(prepared.headers, SESSION_HEADER) !== undefined;
}

/** HTTP statuses that pass: time-out, too early, too many, and the server's own failures. */
function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/**
 * Whether a request of the engine's own may be sent again. Transient: no way to the server, a time-out, 408, 425, 429, 5xx (whatever
 * their bodies say), an internal error, and answers that are no answers. Another JSON-RPC error is the server's word, and ends it.
 */
export function judge(method: string, sent: Sent, now: number): Verdict {
  const { problem, received } = sent;
  if (problem === undefined) return { kind: 'ok' };
  if (problem.code === 'closed') return { kind: 'closed' };
  const status = received.status ?? 0;
  const wait = readRetryAfter(headerValue(received.headers, 'retry-after'), now);
  if (isTransientStatus(status)) return { kind: 'retry', wait };
  const outcome = sent.answer?.outcome;
  if (isGone({ method, outcome, httpStatus: received.status })) return { kind: 'gone' };
  if (outcome?.kind === 'error')
    return outcome.code === CODES.internal
      ? { kind: 'retry', wait }
      : { kind: 'refused', why: problem.message };
  if (problem.kind === 'http' || problem.kind === 'limit') return { kind: 'refused', why: problem.message };
  return { kind: 'retry', wait };
}

/** Where the specification names none. */
const DEFAULT_INTERVAL = 1_000;
/** Below this a server would be hammered, and the page with it. */
const SHORTEST_INTERVAL = 50;

/** The wait between two polls as the newest observation wants it, ms, and in words. */
export function interval(task: TaskHistory | undefined): { readonly ms: number; readonly why: string } {
  const wanted = task?.pollIntervalMs;
  if (wanted === undefined)
    return { ms: DEFAULT_INTERVAL, why: `no pollIntervalMs, so ${DEFAULT_INTERVAL} ms` };
  if (wanted < SHORTEST_INTERVAL)
    return { ms: SHORTEST_INTERVAL, why: `pollIntervalMs ${wanted}, raised to ${SHORTEST_INTERVAL} ms` };
  return { ms: wanted, why: `pollIntervalMs ${wanted}` };
}

/** Why there is nothing more to poll for, or undefined. */
export function over(task: TaskHistory | undefined): 'ended' | 'gone' | 'forgotten' | undefined {
  if (task === undefined || task.forgotten) return 'forgotten';
  if (task.gone !== undefined) return 'gone';
  return task.status !== undefined && isTerminal(task.status) ? 'ended' : undefined;
}

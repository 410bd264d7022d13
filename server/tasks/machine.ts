import type { Owner, TaskEvent, TaskRow } from '../ports/task-store.ts';
import { CODES } from '../protocol/codes.ts';
import type { InputResponses } from '../protocol/inputs.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { RpcErrorBody } from '../protocol/jsonrpc.ts';
import { isTerminal } from '../protocol/task.ts';
import type { Begin, CancelPolicy, Outcome, Pace } from './durable.ts';

/** Everything that can happen to a task after its creation. */
export type Action =
  /** A worker ran a step; `speed` divides the step's waiting time. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly speed: number }
  | { readonly kind: 'answer'; readonly responses: InputResponses }
  | { readonly kind: 'cancel'; readonly policy: CancelPolicy }
  | { readonly kind: 'expire' };

export type Refusal =
  /** Terminal states are final (R30). */
  | 'ended'
  /** A worker's outcome for a task that waits for an answer. */
  | 'waiting'
  /** No outstanding key among the answers, or a cancel that is already on record. */
  | 'unchanged'
  /** A request key that was issued before (R42). */
  | 'key-reused'
  /** A question without requests would wait for ever. */
  | 'nothing-asked'
  /** A poll interval or TTL that is no whole number of 0 or more, nor null. */
  | 'bad-pace'
  /** The TTL has not passed (R71). */
  | 'not-due';

export type Transition =
  | { readonly ok: true; readonly row: TaskRow; readonly event: TaskEvent }
  | { readonly ok: false; readonly refusal: Refusal };

/** What a new task is made of. `owner` and `operation` are kept as they are (R69); times ms since the epoch, durations ms. */
export interface Creation {
  readonly taskId: string;
  readonly owner: Owner;
  readonly operation: { readonly method: string; readonly params: JsonObject };
  readonly tool: string;
  readonly toolVersion: number;
  readonly begin: Begin;
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number | null;
  readonly speed: number;
}

/** A new task: working, revision 1, its first step due after the work's own delay. Throws where the work's pace is no pace. */
export function created(creation: Creation, now: number): { row: TaskRow; event: TaskEvent } {
  const { taskId, owner, operation, tool, toolVersion, begin, speed } = creation;
  const { pace = {} } = begin;
  if (!isPace(pace)) throw new Error(`Tool ${tool} begins with a pace that is none: ${JSON.stringify(pace)}`);
  const { ttlMs, pollIntervalMs } = withPace(creation, pace);
  const row: TaskRow = {
    taskId,
    owner,
    status: 'working',
    statusMessage: begin.message,
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs,
    pollIntervalMs,
    operation,
    next: { tool, toolVersion, step: begin.step, state: begin.state },
    wakeAt: now + scaled(begin.afterMs, speed),
    result: null,
    error: null,
    issued: {},
    outstanding: [],
    answers: {},
    cancelRequestedAt: null,
    revision: 1,
    epoch: 0,
    lease: null,
  };
  return { row, event: { taskId, revision: 1, at: now, kind: 'created', from: null, to: 'working' } };
}

/**
 * The state machine (Tasks, "Task Status"; R26, R29, R30). Pure: the row and what happened give the row to commit and its
 * event, or why not. A terminal row refuses everything.
 */
export function apply(row: TaskRow, action: Action, now: number): Transition {
  if (isTerminal(row.status)) return refuse('ended');
  switch (action.kind) {
    case 'outcome':
      return row.status === 'working' ? outcome(row, action.outcome, action.speed, now) : refuse('waiting');
    case 'answer':
      return answer(row, action.responses, now);
    case 'cancel':
      return cancel(row, action.policy, now);
    case 'expire':
      return expire(row, now);
  }
}

function outcome(before: TaskRow, what: Outcome, speed: number, now: number): Transition {
  const { pace = {} } = what;
  if (!isPace(pace)) return refuse('bad-pace');
  const row = withPace(before, pace);
  const statusMessage =
    what.kind === 'next' || what.kind === 'ask' ? (what.message ?? row.statusMessage) : what.message;
  switch (what.kind) {
    case 'next': {
      const next = { ...row.next, step: what.step, state: what.state };
      return change(row, 'step', now, {
        next,
        statusMessage,
        wakeAt: now + scaled(what.afterMs, speed),
        lease: null,
      });
    }
    case 'ask': {
      const keys = Object.keys(what.requests);
      if (keys.length === 0) return refuse('nothing-asked');
      if (keys.some((key) => Object.hasOwn(row.issued, key))) return refuse('key-reused');
      return change(row, 'asked', now, {
        status: 'input_required',
        statusMessage,
        next: { ...row.next, step: what.then, state: what.state },
        wakeAt: null,
        lease: null,
        issued: { ...row.issued, ...what.requests },
        outstanding: keys,
      });
    }
    case 'done':
      return end(row, 'completed', now, { statusMessage, result: what.result });
    case 'fail':
      return end(row, 'failed', now, { statusMessage, error: errorObject(what.error) });
    case 'cancelled':
      return end(row, 'cancelled', now, { statusMessage });
  }
}

/** The same with the pace's own values. A TTL counts from the creation, so a shorter one may be over already (R71). */
function withPace<T extends Required<Pace>>(before: T, { pollIntervalMs, ttlMs }: Pace): T {
  return {
    ...before,
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
}

function isPace({ pollIntervalMs = null, ttlMs = null }: Pace): boolean {
  return [pollIntervalMs, ttlMs].every((ms) => ms === null || (Number.isSafeInteger(ms) && ms >= 0));
}

function answer(row: TaskRow, responses: InputResponses, now: number): Transition {
  // Only outstanding keys count: never issued, answered and superseded ones are ignored (R44).
  const given = row.outstanding.filter((key) => Object.hasOwn(responses, key));
  if (given.length === 0) return refuse('unchanged');
  const answers = { ...row.answers };
  for (const key of given) answers[key] = responses[key] ?? {};
  const outstanding = row.outstanding.filter((key) => !given.includes(key));
  const all = outstanding.length === 0;
  return change(row, 'answered', now, {
    status: all ? 'working' : 'input_required',
    statusMessage: all ? 'Answer received.' : row.statusMessage,
    wakeAt: all ? now : null,
    answers,
    outstanding,
  });
}

function cancel(row: TaskRow, policy: CancelPolicy, now: number): Transition {
  const idle = row.status === 'input_required' && policy !== 'ignore';
  if (policy === 'at-once' || idle) {
    const statusMessage = "Cancelled at the client's request.";
    return end(row, 'cancelled', now, { statusMessage, cancelRequestedAt: row.cancelRequestedAt ?? now });
  }
  if (row.cancelRequestedAt !== null) return refuse('unchanged');
  return change(row, 'cancel_requested', now, { cancelRequestedAt: now });
}

function expire(row: TaskRow, now: number): Transition {
  if (row.ttlMs === null || now < row.createdAt + row.ttlMs) return refuse('not-due');
  const message = `Task expired: ${row.ttlMs} ms have passed since its creation.`;
  const error = { code: CODES.internal, message, data: { reason: 'expired' } };
  return end(row, 'failed', now, { statusMessage: message, error }, 'expired');
}

type Ended = 'completed' | 'failed' | 'cancelled';

function end(
  row: TaskRow,
  status: Ended,
  now: number,
  patch: Partial<TaskRow>,
  kind: string = status,
): Transition {
  return change(row, kind, now, { ...patch, status, wakeAt: null, lease: null, outstanding: [] });
}

function change(row: TaskRow, kind: string, now: number, patch: Partial<TaskRow>): Transition {
  // A wall clock that jumped back must not make a task younger than its last change.
  const at = Math.max(now, row.lastUpdatedAt);
  const changed: TaskRow = { ...row, ...patch, lastUpdatedAt: at, revision: row.revision + 1 };
  const event = {
    taskId: row.taskId,
    revision: changed.revision,
    at: now,
    kind,
    from: row.status,
    to: changed.status,
  };
  return { ok: true, row: changed, event };
}

function refuse(refusal: Refusal): Transition {
  return { ok: false, refusal };
}

function scaled(ms: number, speed: number): number {
  return Math.max(0, Math.round(ms / speed));
}

function errorObject(error: RpcErrorBody): JsonObject {
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}

import { isObject, type JsonObject, own, ownString } from './json.ts';

/** The five states of a task (Tasks, "Task Status"; R26). */
export const TASK_STATUSES = ['working', 'input_required', 'completed', 'cancelled', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export function isTaskStatus(value: unknown): value is TaskStatus {
  return typeof value === 'string' && (TASK_STATUSES as readonly string[]).includes(value);
}

/** Terminal states are final (R30). */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed';
}

/** Whether a task may go from one state to another. Staying is legal: a status message or an interval may change in place. */
export function isLegalTransition(from: TaskStatus, to: TaskStatus): boolean {
  return from === to ? true : !isTerminal(from);
}

/** The flat fields of a task on the wire (Tasks, "Tasks"). Times are ISO 8601 strings, durations integer milliseconds. */
export interface TaskFields {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** From creation, null for no advertised limit (R27). */
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
}

/** A task as a client reads it: known fields where they are well formed, everything else in `raw`, complaints in `problems`. */
export interface TaskSnapshot {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage: string | undefined;
  readonly createdAt: string | undefined;
  readonly lastUpdatedAt: string | undefined;
  /** undefined where the (required) field is missing or malformed. */
  readonly ttlMs: number | null | undefined;
  readonly pollIntervalMs: number | undefined;
  readonly inputRequests: JsonObject | undefined;
  readonly result: JsonObject | undefined;
  readonly error: JsonObject | undefined;
  readonly revision: number | undefined;
  readonly raw: JsonObject;
  /** Deviations from the task's shape in words; empty for a conforming snapshot. */
  readonly problems: readonly string[];
}

export type ReadTask =
  | { readonly ok: true; readonly task: TaskSnapshot }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a flat task from a result or a notification's params. Tolerant: only taskId and a known status are needed; a field of
 * a wrong type is reported in `problems` and read as absent, so that a broken server is shown and never taken for a success.
 */
export function readTask(value: unknown): ReadTask {
  if (!isObject(value)) return { ok: false, reason: 'a task is a JSON object' };
  const taskId = ownString(value, 'taskId');
  if (taskId === undefined) return { ok: false, reason: 'taskId is missing or not a string' };
  const status = own(value, 'status');
  if (!isTaskStatus(status))
    return { ok: false, reason: `status ${JSON.stringify(status) ?? 'missing'} is not a task status` };
  const problems: string[] = [];
  const createdAt = time(value, 'createdAt', problems);
  const lastUpdatedAt = time(value, 'lastUpdatedAt', problems);
  const statusMessage = own(value, 'statusMessage');
  if (statusMessage !== undefined && typeof statusMessage !== 'string')
    problems.push('statusMessage is not a string');
  const ttl = own(value, 'ttlMs');
  const ttlMs = ttl === null || isCount(ttl) ? ttl : undefined;
  if (ttlMs === undefined)
    problems.push(
      ttl === undefined ? 'ttlMs is missing' : 'ttlMs is neither null nor an integer of 0 or more',
    );
  const poll = own(value, 'pollIntervalMs');
  const pollIntervalMs = isCount(poll) ? poll : undefined;
  if (poll !== undefined && pollIntervalMs === undefined)
    problems.push('pollIntervalMs is not an integer of 0 or more');
  const payload = {
    inputRequests: part(value, 'inputRequests', status === 'input_required', problems),
    result: part(value, 'result', status === 'completed', problems),
    error: part(value, 'error', status === 'failed', problems),
  };
  // R33: the result of the call that the task stood for, whole.
  const kind = own(payload.result, 'resultType');
  if (status === 'completed' && payload.result !== undefined && kind !== 'complete')
    problems.push(
      kind === undefined
        ? 'result has no resultType; it must be "complete"'
        : `resultType of the result is ${JSON.stringify(kind)}; it must be "complete"`,
    );
  const revision = own(own(value, '_meta'), 'dev.taskscope/revision');
  return {
    ok: true,
    task: {
      taskId,
      status,
      statusMessage: typeof statusMessage === 'string' ? statusMessage : undefined,
      createdAt,
      lastUpdatedAt,
      ttlMs,
      pollIntervalMs,
      ...payload,
      revision: isCount(revision) ? revision : undefined,
      raw: value,
      problems,
    },
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function time(value: JsonObject, key: string, problems: string[]): string | undefined {
  const found = own(value, key);
  if (typeof found === 'string' && !Number.isNaN(Date.parse(found))) return found;
  problems.push(found === undefined ? `${key} is missing` : `${key} is not an ISO 8601 time`);
  return undefined;
}

/** R29: each payload field belongs to exactly one status; seen elsewhere or missing there it is a problem, shown all the same. */
function part(value: JsonObject, key: string, belongs: boolean, problems: string[]): JsonObject | undefined {
  const found = own(value, key);
  if (found === undefined) {
    if (belongs) problems.push(`${key} is missing`);
    return undefined;
  }
  if (!belongs) problems.push(`${key} does not belong to this status`);
  if (isObject(found)) return found;
  problems.push(`${key} is not an object`);
  return undefined;
}

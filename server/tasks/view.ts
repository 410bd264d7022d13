import type { TaskRow } from '../ports/task-store.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { type Implementation, META } from '../protocol/meta.ts';

/** How the current surface dresses what it sends. */
export interface Dress {
  readonly serverInfo: Implementation & JsonObject;
  /** True puts the revision into `_meta` of task results and notifications (design, idea 7). */
  readonly lab: boolean;
}

/** `_meta` of every result: who served it. */
export function serverMeta({ serverInfo }: Dress): JsonObject {
  return { [META.serverInfo]: serverInfo };
}

/** The flat fields of a task (R24): times ISO 8601, `ttlMs` always, `pollIntervalMs` where the task has one. */
export function taskFields(row: TaskRow): Record<string, JsonValue> {
  // One object that grows, in place of many that are poured into each other: each poll makes one.
  const fields: Record<string, JsonValue> = { taskId: row.taskId, status: row.status };
  if (row.statusMessage !== null) fields.statusMessage = row.statusMessage;
  fields.createdAt = iso(row.createdAt);
  fields.lastUpdatedAt = iso(row.lastUpdatedAt);
  fields.ttlMs = row.ttlMs;
  if (row.pollIntervalMs !== null) fields.pollIntervalMs = row.pollIntervalMs;
  return fields;
}

/**
 * A task on the wire (Tasks, "Tasks"): the flat fields with `_meta`, and no payload. This is what a handle carries (R24).
 */
export function handleView(row: TaskRow, dress: Dress): Record<string, JsonValue> {
  const fields = taskFields(row);
  fields._meta = dress.lab
    ? { [META.serverInfo]: dress.serverInfo, [META.revision]: row.revision }
    : serverMeta(dress);
  return fields;
}

/** A task with the one payload that its status has (R29): what `tasks/get` answers and `notifications/tasks` pushes (R61). */
export function detailView(row: TaskRow, dress: Dress): JsonObject {
  return Object.assign(handleView(row, dress), payload(row, dress));
}

function payload(row: TaskRow, dress: Dress): JsonObject {
  switch (row.status) {
    case 'input_required':
      return { inputRequests: openRequests(row) };
    case 'completed':
      // The original result as its own request would have got it, with its own resultType and server (R33).
      return { result: { resultType: 'complete', ...row.result, _meta: serverMeta(dress) } };
    case 'failed':
      return { error: row.error ?? {} };
    default:
      return {};
  }
}

function openRequests(row: TaskRow): JsonObject {
  return Object.fromEntries(
    row.outstanding.flatMap((key) => {
      const request = row.issued[key];
      return request === undefined ? [] : [[key, { method: request.method, params: request.params }]];
    }),
  );
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

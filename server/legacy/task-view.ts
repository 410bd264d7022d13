import type { TaskRow } from '../ports/task-store.ts';
import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import { notification } from '../protocol/jsonrpc.ts';
import { STATUS_NOTIFICATION } from '../protocol/legacy-task.ts';
import { META } from '../protocol/meta.ts';
import type { TaskStatus } from '../protocol/task.ts';

/**
 * A task as 2025-11-25 has it (`basic/utilities/tasks`, "Data Types"): `ttl` and `pollInterval` in ms, times ISO 8601. A tool's
 * own failure (`isError`) is `failed` here, where the current surface says `completed`: the row is one and the same.
 */
export function legacyTask(row: TaskRow): JsonObject {
  const statusMessage = row.statusMessage ?? failureText(row);
  return {
    taskId: row.taskId,
    status: legacyStatus(row),
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt: new Date(row.createdAt).toISOString(),
    lastUpdatedAt: new Date(row.lastUpdatedAt).toISOString(),
    ttl: row.ttlMs,
    ...(row.pollIntervalMs === null ? {} : { pollInterval: row.pollIntervalMs }),
  };
}

export function legacyStatus(row: TaskRow): TaskStatus {
  return row.status === 'completed' && isToolError(row) ? 'failed' : row.status;
}

function isToolError(row: TaskRow): boolean {
  return own(row.result, 'isError') === true;
}

/** "Servers SHOULD include a statusMessage" about a failure: the first words of the tool's result. */
function failureText(row: TaskRow): string | undefined {
  if (!isToolError(row)) return undefined;
  const content = own(row.result, 'content');
  const said = Array.isArray(content) ? ownString(content[0], 'text') : undefined;
  return said === undefined ? 'Tool execution failed.' : `Tool execution failed: ${said}`;
}

/** `_meta` that ties a message to its task ("Related Task Metadata"). */
export function relatedTask(taskId: string): JsonObject {
  return { [META.relatedTask]: { taskId } };
}

/** The revision as `_meta`, where the lab is on (design, idea 7). */
export function revisionMeta(row: TaskRow, lab: boolean): { readonly _meta?: JsonObject } {
  return lab ? { _meta: { [META.revision]: row.revision } } : {};
}

/** `notifications/tasks/status`: the whole task. No related-task metadata, since the id is among its parameters. */
export function statusNotification(row: TaskRow, lab: boolean): JsonObject {
  return notification(STATUS_NOTIFICATION, { ...legacyTask(row), ...revisionMeta(row, lab) });
}

/**
 * Progress of a task under the token of its `tools/call`. It grows with each committed change; there is no total, since nobody
 * knows how many changes there will be.
 */
export function progressNotification(row: TaskRow, progressToken: string | number): JsonObject {
  return notification('notifications/progress', {
    progressToken,
    progress: row.revision - 1,
    ...(row.statusMessage === null ? {} : { message: row.statusMessage }),
    _meta: relatedTask(row.taskId),
  });
}

/** A result without what only the current generation has: resultType, caching hints, and who served it. */
export function legacyResult(result: JsonObject): JsonObject {
  const { resultType, ttlMs, cacheScope, _meta, ...rest } = result;
  if (!isObject(_meta)) return rest;
  const { [META.serverInfo]: _, ...meta } = _meta;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

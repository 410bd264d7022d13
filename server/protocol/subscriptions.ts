import { type JsonObject, own } from './json.ts';
import { notification, type RequestId } from './jsonrpc.ts';
import { META } from './meta.ts';

export const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
export const TASK_NOTIFICATION = 'notifications/tasks';

/** The filter of `subscriptions/listen` as far as the demo and the inspector use it. */
export interface ListenFilter {
  readonly taskIds?: readonly string[];
  readonly toolsListChanged?: boolean;
}

/** Reads `params.notifications`; undefined where it is malformed (not an object, taskIds not an array of strings). */
export function readListenFilter(params: unknown): ListenFilter | undefined {
  const filter = own(params, 'notifications');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return undefined;
  const ids = own(filter, 'taskIds');
  if (ids !== undefined && !(Array.isArray(ids) && ids.every((id) => typeof id === 'string')))
    return undefined;
  const tools = own(filter, 'toolsListChanged');
  return {
    ...(ids === undefined ? {} : { taskIds: ids as readonly string[] }),
    ...(tools === true ? { toolsListChanged: true } : {}),
  };
}

/** R59 and R60: the first message of a listen, naming what was accepted. */
export function acknowledged(id: RequestId, accepted: JsonObject): JsonObject {
  return notification(ACKNOWLEDGED, { _meta: { [META.subscriptionId]: id }, notifications: accepted });
}

/** R60 and R61: a full snapshot, as `tasks/get` would answer at that moment, without `resultType`. */
export function taskNotification(id: RequestId, task: JsonObject): JsonObject {
  const meta = own(task, '_meta');
  return notification(TASK_NOTIFICATION, {
    ...task,
    _meta: { ...(typeof meta === 'object' ? meta : {}), [META.subscriptionId]: id },
  });
}

/** The result that ends a listen gracefully (core `subscriptions`, "Graceful Closure"). */
export function listenResult(id: RequestId): JsonObject {
  return { resultType: 'complete', _meta: { [META.subscriptionId]: id } };
}

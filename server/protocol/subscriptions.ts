import { type JsonObject, type JsonValue, own } from './json.ts';
import { notification, type RequestId } from './jsonrpc.ts';
import { META } from './meta.ts';

export const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
export const TASK_NOTIFICATION = 'notifications/tasks';

/** Lists that a listener may follow, by the word in their notification's name. */
export const LIST_KINDS = ['tools', 'prompts', 'resources'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The filter of `subscriptions/listen` (core `subscriptions`, "Notification Filter"; Tasks, "Task Status Notifications"). */
export interface ListenFilter {
  readonly taskIds?: readonly string[];
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

/** Reads `params.notifications`; undefined where it is malformed (not an object; taskIds or resourceSubscriptions no array of strings). */
export function readListenFilter(params: unknown): ListenFilter | undefined {
  const filter = own(params, 'notifications');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return undefined;
  const ids = own(filter, 'taskIds');
  const uris = own(filter, 'resourceSubscriptions');
  if (!isStrings(ids) || !isStrings(uris)) return undefined;
  const lists = LIST_FILTERS.filter((name) => own(filter, name) === true);
  return {
    ...(ids === undefined ? {} : { taskIds: ids }),
    ...Object.fromEntries(lists.map((name) => [name, true])),
    ...(uris === undefined ? {} : { resourceSubscriptions: uris }),
  };
}

const LIST_FILTERS = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const;

function isStrings(value: JsonValue | undefined): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
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

/** A list has changed: the client asks for it again (core `subscriptions`). */
export function listChangedNotification(id: RequestId, list: ListKind): JsonObject {
  return notification(`notifications/${list}/list_changed`, { _meta: { [META.subscriptionId]: id } });
}

/** A resource has changed: the client reads it again. */
export function resourceUpdatedNotification(id: RequestId, uri: string): JsonObject {
  return notification('notifications/resources/updated', { _meta: { [META.subscriptionId]: id }, uri });
}

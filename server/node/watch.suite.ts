import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import { META } from '../protocol/meta.ts';
import { ACKNOWLEDGED, TASK_NOTIFICATION } from '../protocol/subscriptions.ts';
import type { RpcClient } from './rpc-client.ts';

/** One committed state of a task, as a server has told it: what it said must be what is stored, at any later time. */
export interface Seen {
  readonly taskId: string;
  readonly status: string;
  readonly revision: number;
  /** `lastUpdatedAt`, ms since the epoch. */
  readonly at: number;
}

/** Reads what a handle or a notification says of a task. */
export function seenIn(view: JsonObject): Seen {
  return {
    taskId: ownString(view, 'taskId') ?? '',
    status: ownString(view, 'status') ?? '',
    revision: Number(own(own(view, '_meta'), META.revision)),
    at: Date.parse(ownString(view, 'lastUpdatedAt') ?? ''),
  };
}

/** One thing that a listen told: which ids it took, or the state of a task. */
export type Told =
  | { readonly kind: 'accepted'; readonly taskIds: readonly string[] }
  | ({ readonly kind: 'task' } & Seen);

/** Listens to tasks: first the accepted ids, then the state of each as it is and as it changes. Ends with the stream. */
export async function* watch(client: RpcClient, taskIds: readonly string[]): AsyncGenerator<Told, void> {
  const params = { notifications: { taskIds } };
  for await (const { message } of client.stream('watch', 'subscriptions/listen', params)) {
    if (message.kind !== 'notification') continue;
    if (message.method === ACKNOWLEDGED) {
      const ids = own(own(message.params, 'notifications'), 'taskIds');
      yield { kind: 'accepted', taskIds: Array.isArray(ids) ? ids.map(String) : [] };
    }
    if (message.method !== TASK_NOTIFICATION) continue;
    if (isObject(message.params)) yield { kind: 'task', ...seenIn(message.params) };
  }
}

/** Approves the outline of a report. */
export async function approve(client: RpcClient, taskId: string): Promise<void> {
  const inputResponses = { approve_outline: { action: 'accept', content: { approved: true } } };
  await client.call(`approve ${taskId}`, 'tasks/update', { taskId, inputResponses });
}

/** Calls `generate_report`. @returns what the handle says of the task, once the server has acknowledged it */
export async function reported(client: RpcClient): Promise<Seen> {
  const call = { name: 'generate_report', arguments: { size: 'large' } };
  return seenIn(await client.call('report', 'tools/call', call));
}

/** Calls `generate_report`. @returns the id of the task, once the server has acknowledged it */
export async function report(client: RpcClient): Promise<string> {
  return (await reported(client)).taskId;
}

/** Answers the tasks' questions until each of those that exist has completed. @returns the ids that exist */
export async function finish(client: RpcClient, taskIds: readonly string[]): Promise<readonly string[]> {
  let accepted: readonly string[] = [];
  const open = new Set<string>();
  for await (const told of watch(client, taskIds)) {
    if (told.kind === 'accepted') {
      accepted = told.taskIds;
      for (const taskId of accepted) open.add(taskId);
    } else if (told.status === 'input_required') await approve(client, told.taskId);
    else if (told.status === 'completed') open.delete(told.taskId);
    if (open.size === 0) return accepted;
  }
  throw new Error(`the listen ended with ${open.size} tasks open`);
}

import { own, ownString } from '../protocol/json.ts';
import { ACKNOWLEDGED, TASK_NOTIFICATION } from '../protocol/subscriptions.ts';
import type { RpcClient } from './rpc-client.ts';

/** One thing that a listen told: which ids it took, or the state of a task. */
export type Told =
  | { readonly kind: 'accepted'; readonly taskIds: readonly string[] }
  | { readonly kind: 'task'; readonly taskId: string; readonly status: string };

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
    const { params } = message;
    yield {
      kind: 'task',
      taskId: ownString(params, 'taskId') ?? '',
      status: ownString(params, 'status') ?? '',
    };
  }
}

/** Approves the outline of a report. */
export async function approve(client: RpcClient, taskId: string): Promise<void> {
  const inputResponses = { approve_outline: { action: 'accept', content: { approved: true } } };
  await client.call(`approve ${taskId}`, 'tasks/update', { taskId, inputResponses });
}

/** Calls `generate_report`. @returns the id of the task, once the server has acknowledged it */
export async function report(client: RpcClient): Promise<string> {
  const handle = await client.call('report', 'tools/call', {
    name: 'generate_report',
    arguments: { size: 'large' },
  });
  return ownString(handle, 'taskId') ?? '';
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

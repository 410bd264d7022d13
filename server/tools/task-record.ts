import type { TaskRow } from '../ports/task-store.ts';
import type { ResourceTemplate } from '../tasks/resource.ts';

/**
 * A task as the store keeps it (R69): what a restarted server knows of it, and so all that it needs. Only the owner can read it,
 * and a listen for it is told of each change.
 */
export const taskRecord: ResourceTemplate = {
  definition: {
    uriTemplate: 'taskscope://tasks/{taskId}',
    name: 'task-record',
    title: 'A task as it is stored',
    description:
      'The durable record of one of your tasks: status, next step, lease, questions. Compare it with what tasks/get shows.',
    mimeType: 'application/json',
  },
  follows: ({ taskId = '' }) => taskId,
  read: async ({ taskId = '' }, uri, context) => {
    const row = await context.findTask(taskId);
    if (row === undefined) return undefined;
    const text = JSON.stringify(record(row), null, 2);
    return { contents: [{ uri, mimeType: 'application/json', text }], ttlMs: 0, cacheScope: 'private' };
  },
};

/** Without result and error: those are for tasks/get, and may be large. */
function record({ result, error, ...row }: TaskRow) {
  return { ...row, hasResult: result !== null, hasError: error !== null };
}

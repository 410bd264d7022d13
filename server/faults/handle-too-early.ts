import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const handleTooEarly = faultKind({
  name: 'handle-too-early',
  title: 'The handle leaves before its task can be read',
  group: 'store',
  breaks:
    'The server answers with a handle before its task is visible: the first polls get "unknown task" (-32602), and a client that believes them gives the task up.',
  look: 'An error right after the handle, for a task that exists. Compare with "Reads lag behind writes", where the handle waits.',
  parameters: { lagMs: whole('How long the task stays invisible, ms', 3000, 1, 60_000) },
  make: ({ lagMs }) => ({
    wrapStore: (inner, { clock }) => {
      const visibleAt = new Map<string, number>();
      return storeWith(inner, {
        create: async (row, event) => {
          await inner.create(row, event);
          visibleAt.set(row.taskId, clock.mono() + lagMs);
        },
        find: async (taskId, owner) => {
          if (clock.mono() < (visibleAt.get(taskId) ?? Number.NEGATIVE_INFINITY)) return undefined;
          visibleAt.delete(taskId);
          return inner.find(taskId, owner);
        },
      });
    },
  }),
});

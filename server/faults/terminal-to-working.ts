import { isTerminal } from '../protocol/task.ts';
import { faultKind } from './kind.ts';
import { storeWith } from './store-with.ts';

export const terminalToWorking = faultKind({
  name: 'terminal-to-working',
  title: 'An ended task works again',
  group: 'messages',
  breaks:
    'After a task was told as ended, a later answer says that it works: a cache or a lagging copy answers. Ended is final, so a client must not believe it.',
  look: 'Poll once more after the end: the answer says "working", and is marked as a step that no task may take.',
  parameters: {},
  make: () => ({
    wrapStore: (inner) => {
      const reads = new Map<string, number>();
      return storeWith(inner, {
        find: async (taskId, owner) => {
          const found = await inner.find(taskId, owner);
          if (found?.kind !== 'task' || !isTerminal(found.row.status)) return found;
          const count = (reads.get(taskId) ?? 0) + 1;
          reads.set(taskId, count);
          if (count % 2 === 1) return found;
          return { kind: 'task', row: { ...found.row, status: 'working', result: null, error: null } };
        },
      });
    },
  }),
});

import { faultKind } from './kind.ts';
import { storeWith } from './store-with.ts';

export const expireAtTheEnd = faultKind({
  name: 'expire-at-the-end',
  title: 'A task expires just before it completes',
  group: 'time',
  breaks:
    'The work is done, and the time to live ends in the moment before its result is stored: the result is lost, and the work was for nothing.',
  look: 'Progress to the very end, then "failed" with the reason "expired" where "completed" was to be.',
  parameters: {},
  make: () => ({
    wrapStore: (inner) =>
      storeWith(inner, {
        commit: async (row, expected, event) => {
          if (event.kind !== 'completed') return inner.commit(row, expected, event);
          const found = await inner.find(row.taskId, row.owner);
          if (found?.kind !== 'task') return { kind: 'gone' };
          // The limit is over now; whoever sweeps next ends the task, as for every task.
          const over = { ...found.row, ttlMs: Math.max(0, event.at - row.createdAt), revision: row.revision };
          await inner.commit(
            { ...over, lastUpdatedAt: row.lastUpdatedAt },
            { revision: expected.revision },
            { ...event, kind: 'step', to: found.row.status },
          );
          return { kind: 'conflict' };
        },
      }),
  }),
});

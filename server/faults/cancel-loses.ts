import { faultKind } from './kind.ts';
import { storeWith } from './store-with.ts';

export const cancelLoses = faultKind({
  name: 'cancel-loses',
  title: 'Completion wins over the cancel',
  group: 'cancel',
  breaks:
    'The result is there just before the cancel takes effect. A task that has a result is completed, and stays so.',
  look: 'A cancel that is acknowledged, and a moment later "completed" with a result that is as good as any.',
  parameters: {},
  make: () => ({
    wrapStore: (inner) => {
      const hurried = new Set<string>();
      return storeWith(inner, {
        commit: (row, expected, event) => {
          const isCancel = event.kind === 'cancelled' || event.kind === 'cancel_requested';
          if (isCancel && expected.epoch === undefined && event.from === 'working')
            return inner.find(row.taskId, row.owner).then((found) => {
              if (found?.kind !== 'task') return inner.commit(row, expected, event);
              hurried.add(row.taskId);
              // The wish is on record, and the work is done before anybody looks at it.
              const changed = {
                ...found.row,
                revision: row.revision,
                lastUpdatedAt: row.lastUpdatedAt,
                wakeAt: event.at,
              };
              return inner.commit(changed, expected, { ...event, kind: 'cancel_requested', to: 'working' });
            });
          const hurry = event.kind === 'step' && hurried.has(row.taskId);
          return inner.commit(hurry ? { ...row, wakeAt: event.at } : row, expected, event);
        },
      });
    },
  }),
});

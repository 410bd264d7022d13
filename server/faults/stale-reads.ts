import type { Clock } from '../ports/clock.ts';
import type { Found, Owner, TaskRow, TaskStore } from '../ports/task-store.ts';
import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

/** A version of a row, and since when a read may tell it (of the clock's mono, ms). Undefined: the task was not there yet. */
interface Version {
  readonly row: TaskRow | undefined;
  readonly at: number;
}

/**
 * An eventually consistent store: what was committed can be read `lagMs` later, and until then the version before it. Writes, claims
 * and their conditions see the truth, as they do where reads go to a replica. The store says of itself that it is `eventual`.
 */
export const staleReads = faultKind({
  name: 'stale-reads',
  title: 'Reads lag behind writes',
  group: 'store',
  breaks:
    'Reads go to a copy that lags, so a poll may tell an old status. The server waits with the handle until its task can be read: that is the cure.',
  look: 'The call takes as long as the lag; between what was true and what was seen there is a gap of that width.',
  parameters: { lagMs: whole('How far reads lag, ms', 2000, 1, 60_000) },
  make: ({ lagMs }) => ({ wrapStore: (inner, { clock }) => lagging(inner, clock, lagMs) }),
});

function lagging(inner: TaskStore, clock: Clock, lagMs: number): TaskStore {
  const versions = new Map<string, Version[]>();
  const remember = (row: TaskRow, before: TaskRow | undefined): void => {
    const known = versions.get(row.taskId) ?? [{ row: before, at: Number.NEGATIVE_INFINITY }];
    versions.set(row.taskId, [...known, { row, at: clock.mono() + lagMs }]);
  };
  const stored = async (taskId: string, owner: Owner): Promise<TaskRow | undefined> => {
    const found = await inner.find(taskId, owner);
    return found?.kind === 'task' ? found.row : undefined;
  };
  return storeWith(inner, {
    eventual: true,
    create: async (row, event) => {
      await inner.create(row, event);
      remember(row, undefined);
    },
    commit: async (row, expected, event) => {
      const before = versions.has(row.taskId) ? undefined : await stored(row.taskId, row.owner);
      const outcome = await inner.commit(row, expected, event);
      if (outcome.kind === 'committed') remember(row, before);
      return outcome;
    },
    find: async (taskId, owner): Promise<Found | undefined> => {
      const found = await inner.find(taskId, owner);
      const known = versions.get(taskId);
      if (found?.kind !== 'task' || known === undefined) return found;
      const now = clock.mono();
      const seen = known.findLastIndex((version) => version.at <= now);
      if (seen === known.length - 1) {
        versions.delete(taskId);
        return found;
      }
      versions.set(taskId, known.slice(seen));
      const row = known[seen]?.row;
      return row === undefined ? undefined : { kind: 'task', row };
    },
  });
}

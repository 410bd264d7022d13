import type { TaskRow, TaskStore } from '../ports/task-store.ts';
import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

/** The most tasks that are claimed on the way to the one that is meant. */
const MOST = 100;

export const lostLease = faultKind({
  name: 'lost-lease',
  title: 'A worker loses its lease',
  group: 'worker',
  breaks:
    'A step takes longer than its lease, and another worker has taken the task meanwhile. The store refuses the first one its commit.',
  look: "In the lab the lease belongs to another worker, with the next epoch; the first one's outcome never shows anywhere.",
  parameters: {
    times: whole('How many times', 1, 1, 1000),
    leaseMs: whole("The other one's lease, ms", 5000, 1, 3_600_000),
  },
  make: ({ times, leaseMs }) => {
    let left = times;
    return {
      wrapStore: (inner) =>
        storeWith(inner, {
          commit: async (row, expected, event) => {
            if (expected.epoch !== undefined && left > 0) {
              left -= 1;
              await takeOver(inner, row, expected.epoch, event.at, leaseMs);
            }
            return inner.commit(row, expected, event);
          },
        }),
    };
  },
});

/** Another worker takes the task. Claims go by what is due, so others may be claimed on the way: they are given back. */
async function takeOver(
  store: TaskStore,
  row: TaskRow,
  epoch: number,
  now: number,
  leaseMs: number,
): Promise<void> {
  await store.release(row.taskId, epoch);
  const others: TaskRow[] = [];
  for (let i = 0; i < MOST; i += 1) {
    const claimed = await store.claim('another worker', now, leaseMs);
    if (claimed === undefined || claimed.taskId === row.taskId) break;
    others.push(claimed);
  }
  for (const other of others) await store.release(other.taskId, other.epoch);
}

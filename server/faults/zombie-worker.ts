import type { Expected, TaskEvent, TaskRow, TaskStore } from '../ports/task-store.ts';
import { isTerminal } from '../protocol/task.ts';
import { faultKind, yesNo } from './kind.ts';
import { storeWith } from './store-with.ts';

interface Held {
  readonly row: TaskRow;
  readonly expected: Expected;
  readonly event: TaskEvent;
}

/** So long after the work has gone past what it holds the zombie wakes up, ms. */
const WAKES_AFTER_MS = 700;

export const zombieWorker = faultKind({
  name: 'zombie-worker',
  title: 'A zombie worker comes back',
  group: 'worker',
  breaks:
    'A worker is frozen in a step, its lease ends and another one does the work; then it wakes up and writes what it had in hand. The epoch keeps it out; without that check the task goes back in time.',
  look: 'With the check: nothing but one step that takes as long as the lease. Without it: a transition that undoes the one before.',
  parameters: { checked: yesNo('The store checks the epoch', true) },
  make: ({ checked }) => {
    const held = new Map<string, Held>();
    const seen = new Set<string>();
    return {
      wrapStore: (inner, { clock }) =>
        storeWith(inner, {
          commit: async (row, expected, event) => {
            if (expected.epoch === undefined) return inner.commit(row, expected, event);
            if (!seen.has(row.taskId)) {
              seen.add(row.taskId);
              held.set(row.taskId, { row, expected, event });
              return { kind: 'fenced' };
            }
            const outcome = await inner.commit(row, expected, event);
            const zombie = held.get(row.taskId);
            if (outcome.kind !== 'committed' || zombie === undefined || row.revision <= zombie.row.revision)
              return outcome;
            held.delete(row.taskId);
            const wakes = checked
              ? () => inner.commit(zombie.row, zombie.expected, zombie.event)
              : () => overwrite(inner, zombie, clock.now());
            clock.after(WAKES_AFTER_MS, () => void wakes().catch(() => undefined));
            return outcome;
          },
        }),
    };
  },
});

/** What a store does that compares no epoch: the old outcome becomes the newest one. */
async function overwrite(store: TaskStore, { row, event }: Held, now: number): Promise<void> {
  const found = await store.find(row.taskId, row.owner);
  if (found?.kind !== 'task' || isTerminal(found.row.status)) return;
  const { revision, status } = found.row;
  const back = { ...row, revision: revision + 1, wakeAt: now + WAKES_AFTER_MS, lastUpdatedAt: now };
  const told = { ...event, at: now, revision: revision + 1, from: status, to: back.status };
  await store.commit(back, { revision }, told);
}

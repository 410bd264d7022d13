import { apply } from './machine.ts';
import type { TaskPorts } from './service.ts';

/** Rows looked at in one go, so that a sweep over many tasks does not hold up the work. */
const BATCH = 100;

/**
 * Ends what outlived its TTL and removes what has been kept long enough (R71). Never early: an unfinished task fails once
 * createdAt + ttlMs has passed, an ended one goes `retentionMs` later, and what is left of it, from which its owner is told that it expired, `markMs` after that.
 * @returns true where something was done
 */
export async function sweep(ports: TaskPorts, retentionMs: number, markMs: number): Promise<boolean> {
  const { store, clock, bus } = ports;
  let did = false;
  for (const row of await store.overdue(clock.now(), BATCH)) {
    const made = apply(row, { kind: 'expire' }, clock.now());
    if (!made.ok) continue;
    const outcome = await store.commit(made.row, { revision: row.revision }, made.event);
    // A conflict means that the task has just moved: the next sweep looks again.
    if (outcome.kind !== 'committed') continue;
    bus.publish({ taskId: row.taskId, revision: made.row.revision });
    did = true;
  }
  if ((await store.purge(clock.now(), retentionMs, BATCH)) > 0) did = true;
  return (await store.forget(clock.now(), markMs, BATCH)) > 0 || did;
}

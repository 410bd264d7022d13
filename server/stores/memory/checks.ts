import type { Expected, TaskEvent, TaskRow } from '../../ports/task-store.ts';

/** Refuses a creation that breaks the port's terms. A mistake of the caller, so a plain Error: nothing was stored. */
export function checkCreation(row: TaskRow, event: TaskEvent): void {
  if (row.revision !== 1 || row.epoch !== 0 || row.lease !== null)
    throw new Error(`task ${row.taskId} must be created at revision 1 and epoch 0, without a lease`);
  checkPair(row, event);
}

/** Refuses a commit that breaks the port's terms: revision by one, the event of the same change, a lease of its own epoch. */
export function checkCommit(row: TaskRow, expected: Expected, event: TaskEvent): void {
  if (row.revision !== expected.revision + 1)
    throw new Error(`task ${row.taskId}: revision ${row.revision} does not follow ${expected.revision}`);
  if (expected.epoch !== undefined && row.lease !== null && row.lease.epoch !== expected.epoch)
    throw new Error(`task ${row.taskId}: a lease of epoch ${row.lease.epoch} is not the worker's own`);
  checkPair(row, event);
}

function checkPair(row: TaskRow, event: TaskEvent): void {
  if (event.taskId !== row.taskId || event.revision !== row.revision)
    throw new Error(
      `the event of ${event.taskId}@${event.revision} is not that of ${row.taskId}@${row.revision}`,
    );
}

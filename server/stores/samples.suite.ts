import type { Expected, Owner, TaskEvent, TaskRow, TaskStore } from '../ports/task-store.ts';

/** 2026-07-28T12:00:00Z. */
export const T0 = 1_785_240_000_000;

export const alice: Owner = { tenant: 'acme', principal: 'alice' };
export const bob: Owner = { tenant: 'acme', principal: 'bob' };
export const aliceElsewhere: Owner = { tenant: 'globex', principal: 'alice' };

/** A new working task of alice's, due at T0, with 15 minutes to live; `over` replaces fields. */
export function newRow(taskId: string, over: Partial<TaskRow> = {}): TaskRow {
  return {
    taskId,
    owner: alice,
    status: 'working',
    statusMessage: 'Preparing report outline.',
    createdAt: T0,
    lastUpdatedAt: T0,
    ttlMs: 900_000,
    pollIntervalMs: 1_000,
    operation: { method: 'tools/call', params: { name: 'generate_report', arguments: { size: 'large' } } },
    next: { tool: 'generate_report', toolVersion: 1, step: 'outline', state: { words: ['a', 'b'], n: 1.5 } },
    wakeAt: T0,
    result: null,
    error: null,
    issued: {},
    outstanding: [],
    answers: {},
    cancelRequestedAt: null,
    revision: 1,
    epoch: 0,
    lease: null,
    ...over,
  };
}

/** The event that belongs to `row`. */
export function eventOf(row: TaskRow, kind = 'step'): TaskEvent {
  return {
    taskId: row.taskId,
    revision: row.revision,
    at: row.lastUpdatedAt,
    kind,
    from: null,
    to: row.status,
  };
}

export async function created(
  store: TaskStore,
  taskId: string,
  over: Partial<TaskRow> = {},
): Promise<TaskRow> {
  const row = newRow(taskId, over);
  await store.create(row, eventOf(row, 'created'));
  return row;
}

/** Commits `over` upon `row`, as whoever read `row` last would; a worker gives the epoch of its claim. */
export function changed(store: TaskStore, row: TaskRow, over: Partial<TaskRow> = {}, epoch?: number) {
  const next: TaskRow = { ...row, revision: row.revision + 1, ...over };
  const expected: Expected =
    epoch === undefined ? { revision: row.revision } : { revision: row.revision, epoch };
  return store.commit(next, expected, eventOf(next));
}

/** The row as its owner finds it; fails where there is none. */
export async function rowOf(store: TaskStore, taskId: string, owner: Owner = alice): Promise<TaskRow> {
  const found = await store.find(taskId, owner);
  if (found?.kind !== 'task') throw new Error(`${taskId} is ${found?.kind ?? 'not there'}`);
  return found.row;
}

export async function claimed(
  store: TaskStore,
  worker: string,
  now: number,
  leaseMs = 1_000,
): Promise<TaskRow> {
  const row = await store.claim(worker, now, leaseMs);
  if (row === undefined) throw new Error(`nothing to claim at ${now - T0}`);
  return row;
}

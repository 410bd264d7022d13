import type { Lease, StoredEvent, TaskEvent, TaskRow } from '../../ports/task-store.ts';
import { isTerminal, type TaskStatus } from '../../protocol/task.ts';
import type { SqlParams, SqlRow, SqlValue } from './driver.ts';

/** The fields that have columns of their own; all others are in the JSON text `rest`. */
type Column =
  | 'taskId'
  | 'owner'
  | 'status'
  | 'createdAt'
  | 'ttlMs'
  | 'wakeAt'
  | 'revision'
  | 'epoch'
  | 'lease';
export type Rest = Omit<TaskRow, Column>;

/** Columns that a commit replaces; each is a parameter of the same name. */
export const CHANGING = ['status', 'ended', 'revision', 'wake_at', 'ttl_ms', 'rest'] as const;

export function changingParams(row: TaskRow): Record<(typeof CHANGING)[number], SqlValue> {
  const { taskId, owner, status, createdAt, ttlMs, wakeAt, revision, epoch, lease, ...others } = row;
  const rest = JSON.stringify(others satisfies Rest);
  return { status, ended: isTerminal(status) ? 1 : 0, revision, wake_at: wakeAt, ttl_ms: ttlMs, rest };
}

/** @param rest of this row, where it was read before */
export function rowOf(columns: SqlRow, rest: Rest = restOf(columns)): TaskRow {
  return {
    ...rest,
    taskId: text(columns, 'task_id'),
    owner: { tenant: text(columns, 'tenant'), principal: text(columns, 'principal') },
    status: text(columns, 'status') as TaskStatus,
    createdAt: number(columns, 'created_at'),
    ttlMs: optional(columns, 'ttl_ms'),
    wakeAt: optional(columns, 'wake_at'),
    revision: number(columns, 'revision'),
    epoch: number(columns, 'epoch'),
    lease: leaseOf(columns),
  };
}

export function restOf(columns: SqlRow): Rest {
  return JSON.parse(text(columns, 'rest')) as Rest;
}

export function eventOf(columns: SqlRow): StoredEvent {
  const mono = optional(columns, 'mono');
  const { boot_id: bootId } = columns;
  return {
    seq: number(columns, 'seq'),
    taskId: text(columns, 'task_id'),
    revision: number(columns, 'revision'),
    at: number(columns, 'at'),
    kind: text(columns, 'kind'),
    from: columns.from_status as TaskStatus | null,
    to: text(columns, 'to_status') as TaskStatus,
    ...(mono === null ? {} : { mono }),
    ...(typeof bootId === 'string' ? { bootId } : {}),
  };
}

export function eventParams(event: TaskEvent): SqlParams {
  const { taskId, revision, at, kind, from, to, mono = null, bootId = null } = event;
  return { taskId, revision, at, kind, from, to, mono, bootId };
}

/** A lease's epoch is always its row's, so it needs no column. */
function leaseOf(columns: SqlRow): Lease | null {
  const worker = columns.lease_worker;
  if (typeof worker !== 'string') return null;
  return { worker, epoch: number(columns, 'epoch'), expiresAt: number(columns, 'lease_expires_at') };
}

export function number(columns: SqlRow, name: string): number {
  const value = columns[name];
  if (typeof value !== 'number') throw new Error(`column ${name} holds no number`);
  return value;
}

export function optional(columns: SqlRow | undefined, name: string): number | null {
  const value = columns?.[name];
  return typeof value === 'number' ? value : null;
}

export function text(columns: SqlRow, name: string): string {
  const value = columns[name];
  if (typeof value !== 'string') throw new Error(`column ${name} holds no text`);
  return value;
}

import type { DBSchema, IDBPDatabase } from 'idb';
import type { StoredEvent, TaskRow } from '../../ports/task-store.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { isTerminal } from '../../protocol/task.ts';
import type { Mark } from '../memory/table.ts';

/** A task with what its indexes are made of. An index passes over a record that lacks its member. */
export interface TaskRecord {
  readonly taskId: string;
  readonly tenant: string;
  readonly principal: string;
  readonly createdAt: number;
  /** When its work is due. */
  readonly wakeAt?: number;
  /** When a claim could succeed: due, and the lease over. */
  readonly readyAt?: number;
  /** When the lease of a task with work to do ends. */
  readonly leaseEnd?: number;
  /** End of the TTL of a task that has not ended. */
  readonly openEnd?: number;
  /** End of the TTL of a task that has ended. */
  readonly endedEnd?: number;
  readonly row: TaskRow;
}

/** The database. `order` holds one number, the last place of the order of commits, under `last`. */
export interface Layout extends DBSchema {
  tasks: {
    key: string;
    value: TaskRecord;
    indexes: {
      owner: [tenant: string, principal: string, createdAt: number, taskId: string];
      wake: [wakeAt: number, taskId: string];
      ready: number;
      lease: [leaseEnd: number, taskId: string];
      open: [openEnd: number, taskId: string];
      ended: [endedEnd: number, taskId: string];
    };
  };
  events: { key: number; value: StoredEvent; indexes: { task: [taskId: string, revision: number] } };
  marks: { key: string; value: Mark; indexes: { time: [purgedAt: number, taskId: string] } };
  kept: { key: string; value: JsonValue };
  order: { key: 'last'; value: number };
}

export const STORES = ['tasks', 'events', 'marks', 'kept', 'order'] as const;

/** MIGRATIONS[n] takes a database of version n to n + 1. A released step is never edited; a change is a new step. */
export const MIGRATIONS: readonly ((database: IDBPDatabase<Layout>) => void)[] = [
  (database) => {
    const tasks = database.createObjectStore('tasks', { keyPath: 'taskId' });
    tasks.createIndex('owner', ['tenant', 'principal', 'createdAt', 'taskId']);
    tasks.createIndex('wake', ['wakeAt', 'taskId']);
    tasks.createIndex('ready', 'readyAt');
    tasks.createIndex('lease', ['leaseEnd', 'taskId']);
    tasks.createIndex('open', ['openEnd', 'taskId']);
    tasks.createIndex('ended', ['endedEnd', 'taskId']);
    database
      .createObjectStore('events', { keyPath: 'seq' })
      .createIndex('task', ['taskId', 'revision'], { unique: true });
    database.createObjectStore('marks', { keyPath: 'taskId' }).createIndex('time', ['purgedAt', 'taskId']);
    database.createObjectStore('kept');
    database.createObjectStore('order');
  },
];

export function recordOf(row: TaskRow): TaskRecord {
  const { taskId, owner, createdAt, wakeAt, lease, ttlMs, status } = row;
  const end = ttlMs === null ? undefined : createdAt + ttlMs;
  return {
    taskId,
    tenant: owner.tenant,
    principal: owner.principal,
    createdAt,
    ...(wakeAt === null ? {} : { wakeAt, readyAt: Math.max(wakeAt, lease?.expiresAt ?? wakeAt) }),
    ...(wakeAt === null || lease === null ? {} : { leaseEnd: lease.expiresAt }),
    ...(end === undefined ? {} : { [isTerminal(status) ? 'endedEnd' : 'openEnd']: end }),
    row,
  };
}

import type {
  CommitOutcome,
  Expected,
  Found,
  HistoryQuery,
  Owner,
  StoredEvent,
  TaskEvent,
  TaskRow,
  TaskStore,
  Transitions,
} from '../../ports/task-store.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { frozenCopy } from './frozen.ts';
import { TaskTable } from './table.ts';

/**
 * Tasks in this process's memory: for the page, tests and lessons. It keeps every rule of SPEC.md but durability (S20, S21):
 * its "stable storage" is the memory itself. Not a production store.
 */
export class MemoryStore implements TaskStore {
  readonly #table = new TaskTable();
  readonly #kept = new Map<string, JsonValue>();
  #closed = false;

  async create(row: TaskRow, event: TaskEvent): Promise<void> {
    const table = this.#open();
    table.put(table.planCreate(row, event));
  }

  async find(taskId: string, owner: Owner): Promise<Found | undefined> {
    return this.#open().find(taskId, owner);
  }

  async history(owner: Owner, query: HistoryQuery): Promise<readonly TaskRow[]> {
    return this.#open().history(owner, query);
  }

  async commit(row: TaskRow, expected: Expected, event: TaskEvent): Promise<CommitOutcome> {
    const table = this.#open();
    const plan = table.planCommit(row, expected, event);
    if (plan.kind === 'refuse') return plan.outcome;
    table.put(plan.entry);
    return { kind: 'committed' };
  }

  async claim(worker: string, now: number, leaseMs: number): Promise<TaskRow | undefined> {
    const table = this.#open();
    const taskId = table.firstDue(now);
    const claimed = taskId === undefined ? undefined : table.planClaim(taskId, worker, now, leaseMs);
    if (claimed !== undefined) table.put(claimed);
    return claimed?.row;
  }

  async release(taskId: string, epoch: number): Promise<void> {
    const table = this.#open();
    const released = table.planRelease(taskId, epoch);
    if (released !== undefined) table.put(released);
  }

  async nextWake(): Promise<number | undefined> {
    return this.#open().nextWake();
  }

  async overdue(now: number, limit: number): Promise<readonly TaskRow[]> {
    return this.#open().overdue(now, limit);
  }

  async purge(now: number, retentionMs: number, limit: number): Promise<number> {
    const table = this.#open();
    const marks = table.planPurge(now, retentionMs, limit);
    for (const mark of marks) table.bury(mark);
    return marks.length;
  }

  async forget(now: number, markMs: number, limit: number): Promise<number> {
    const table = this.#open();
    const old = table.planForget(now, markMs, limit);
    for (const taskId of old) table.forget(taskId);
    return old.length;
  }

  async nextExpiry(retentionMs: number, markMs: number): Promise<number | undefined> {
    return this.#open().nextExpiry(retentionMs, markMs);
  }

  async events(taskId: string): Promise<readonly StoredEvent[]> {
    return this.#open().entry(taskId)?.events ?? [];
  }

  async transitions(after: number, limit: number): Promise<Transitions> {
    return this.#open().transitions(after, limit);
  }

  async leased(limit: number): Promise<readonly TaskRow[]> {
    return this.#open().leased(limit);
  }

  async keep(name: string, value: JsonValue): Promise<void> {
    this.#open();
    this.#kept.set(name, frozenCopy({ value }).value);
  }

  async kept(name: string): Promise<JsonValue | undefined> {
    this.#open();
    return this.#kept.get(name);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #open(): TaskTable {
    if (this.#closed) throw new Error('the store is closed');
    return this.#table;
  }
}

import type {
  CommitOutcome,
  Expected,
  Found,
  HistoryQuery,
  Owner,
  StoredEvent,
  StoreError,
  TaskEvent,
  TaskRow,
  TaskStore,
  Transitions,
} from '../../ports/task-store.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { type Entry, TaskTable } from '../memory/table.ts';
import { type Disk, nodeDisk } from './disk.ts';
import type { Stored } from './format.ts';
import { InDoubt, Journal } from './journal.ts';
import { Serial } from './serial.ts';

/**
 * Tasks as files, one a task, for a Node without SQLite. A table in memory answers reads; it takes a change only when the file is
 * stable, so nobody sees what a crash could take back. Writes to one task run one after another, those to several side by side.
 * For one process: the data directory's lock is the composition root's (server/node), not this store's.
 */
export class FileStore implements TaskStore {
  readonly #table = new TaskTable();
  readonly #serial = new Serial();
  readonly #journal: Journal;
  readonly #refused = new Map<string, StoreError>();
  readonly #kept = new Map<string, JsonValue>();
  #closed = false;

  private constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** @param folder absolute path, made if it is missing. @throws StoreError where the folder cannot be used */
  static async open(folder: string, disk: Disk = nodeDisk): Promise<FileStore> {
    const journal = new Journal(folder, disk);
    const store = new FileStore(journal);
    const { stored, refused, kept } = await journal.open();
    for (const one of stored) store.#take(one);
    for (const [name, value] of kept) store.#kept.set(name, value);
    for (const [taskId, reason] of refused) store.#refused.set(taskId, reason);
    return store;
  }

  /** Why files are not served (torn, newer version), for the start message. Calls that name their tasks reject with the same. */
  get refused(): readonly StoreError[] {
    return [...this.#refused.values()];
  }

  create(row: TaskRow, event: TaskEvent): Promise<void> {
    return this.#writing(row.taskId, async (table) => {
      await this.#store(task(table.planCreate(row, event)));
    });
  }

  async find(taskId: string, owner: Owner): Promise<Found | undefined> {
    return this.#reading(taskId).find(taskId, owner);
  }

  /** Files that are not served are not told: whose they are cannot be known. */
  async history(owner: Owner, query: HistoryQuery): Promise<readonly TaskRow[]> {
    return this.#reading().history(owner, query);
  }

  commit(row: TaskRow, expected: Expected, event: TaskEvent): Promise<CommitOutcome> {
    return this.#writing(row.taskId, async (table) => {
      const plan = table.planCommit(row, expected, event);
      if (plan.kind === 'refuse') return plan.outcome;
      await this.#store(task(plan.entry));
      return { kind: 'committed' };
    });
  }

  async claim(worker: string, now: number, leaseMs: number): Promise<TaskRow | undefined> {
    const tried = new Set<string>();
    for (;;) {
      const taskId = this.#reading().firstDue(now, tried);
      if (taskId === undefined) return undefined;
      tried.add(taskId);
      const claimed = await this.#writing(taskId, async (table) => {
        // Looked at again: another claim or a commit may have been ahead in the queue.
        const entry = table.planClaim(taskId, worker, now, leaseMs);
        if (entry !== undefined) await this.#store(task(entry));
        return entry?.row;
      });
      if (claimed !== undefined) return claimed;
    }
  }

  release(taskId: string, epoch: number): Promise<void> {
    return this.#writing(taskId, async (table) => {
      const entry = table.planRelease(taskId, epoch);
      if (entry !== undefined) await this.#store(task(entry));
    });
  }

  async nextWake(): Promise<number | undefined> {
    return this.#reading().nextWake();
  }

  async overdue(now: number, limit: number): Promise<readonly TaskRow[]> {
    return this.#reading().overdue(now, limit);
  }

  /** A file at a time: on failure, marks that were made before it stay. */
  async purge(now: number, retentionMs: number, limit: number): Promise<number> {
    let purged = 0;
    for (const mark of this.#reading().planPurge(now, retentionMs, limit)) {
      await this.#writing(mark.taskId, async (table) => {
        // An ended task stays ended, so only another purge can have been ahead in the queue.
        if (table.entry(mark.taskId) === undefined) return;
        await this.#store({ kind: 'mark', mark });
        purged += 1;
      });
    }
    return purged;
  }

  /** A file at a time, as `purge`. */
  async forget(now: number, markMs: number, limit: number): Promise<number> {
    let forgotten = 0;
    for (const taskId of this.#reading().planForget(now, markMs, limit)) {
      await this.#writing(taskId, async (table) => {
        if (!table.hasMark(taskId)) return;
        await this.#journal.remove(taskId);
        table.forget(taskId);
        forgotten += 1;
      });
    }
    return forgotten;
  }

  async nextExpiry(retentionMs: number, markMs: number): Promise<number | undefined> {
    return this.#reading().nextExpiry(retentionMs, markMs);
  }

  async events(taskId: string): Promise<readonly StoredEvent[]> {
    return this.#reading(taskId).entry(taskId)?.events ?? [];
  }

  /** Those of files that are not served are not told. */
  async transitions(after: number, limit: number): Promise<Transitions> {
    return this.#reading().transitions(after, limit);
  }

  async leased(limit: number): Promise<readonly TaskRow[]> {
    return this.#reading().leased(limit);
  }

  async keep(name: string, value: JsonValue): Promise<void> {
    this.#reading();
    await this.#serial.run(`kept ${name}`, async () => {
      await this.#journal.keep(name, value);
      this.#kept.set(name, value);
    });
  }

  async kept(name: string): Promise<JsonValue | undefined> {
    this.#reading();
    return this.#kept.get(name);
  }

  /** Waits for the writes under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#serial.idle();
  }

  #reading(taskId?: string): TaskTable {
    if (this.#closed) throw new Error('the store is closed');
    const reason = taskId === undefined ? undefined : this.#refused.get(taskId);
    if (reason !== undefined) throw reason;
    return this.#table;
  }

  async #writing<T>(taskId: string, work: (table: TaskTable) => Promise<T>): Promise<T> {
    this.#reading(taskId);
    return this.#serial.run(taskId, () => work(this.#writable(taskId)));
  }

  /** Looked at again when the work's turn comes: a write ahead of it may have left the file in doubt. */
  #writable(taskId: string): TaskTable {
    const reason = this.#refused.get(taskId);
    if (reason !== undefined) throw reason;
    return this.#table;
  }

  async #store(next: Stored): Promise<void> {
    const taskId = next.kind === 'task' ? next.entry.row.taskId : next.mark.taskId;
    const before = this.#table.entry(taskId);
    try {
      await this.#journal.write(taskId, next, before === undefined ? undefined : task(before));
    } catch (error) {
      if (next.kind === 'task') this.#table.giveUp(next.entry);
      if (error instanceof InDoubt) {
        this.#refused.set(taskId, error);
        this.#table.forget(taskId);
      }
      throw error;
    }
    this.#take(next);
  }

  #take(stored: Stored): void {
    if (stored.kind === 'task') this.#table.put(stored.entry);
    else this.#table.bury(stored.mark);
  }
}

function task(entry: Entry): Stored {
  return { kind: 'task', entry };
}

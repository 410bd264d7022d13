import type { IDBPDatabase } from 'idb';
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
import { checkCommit, checkCreation } from '../memory/checks.ts';
import { frozen, frozenCopy } from '../memory/frozen.ts';
import { Database, type Writing } from './database.ts';
import { type Layout, recordOf } from './layout.ts';

/** After every key that begins like it: an array is greater than any text or number. */
const END: never[] = [];

/**
 * Tasks in a browser's IndexedDB, for any number of tabs. Each write is one `readwrite` transaction over all that it touches, so a
 * comparison and what is set upon it cannot be parted (S5, S6), with durability `strict`: acknowledged when it is on the disk.
 */
export class IndexedDbStore implements TaskStore {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Opens or creates the database and brings it to the current version.
   * @throws StoreError `newer-version` (nothing is touched), or `io` where the browser gives no storage
   */
  static async open(name: string): Promise<IndexedDbStore> {
    return new IndexedDbStore(await Database.open(name));
  }

  async create(row: TaskRow, event: TaskEvent): Promise<void> {
    checkCreation(row, event);
    const copy = frozenCopy({ row, event });
    await this.#database.write(async (tx) => {
      const { taskId } = row;
      const used = await Promise.all([
        tx.objectStore('tasks').getKey(taskId),
        tx.objectStore('marks').getKey(taskId),
      ]);
      if (used.some((key) => key !== undefined)) throw new Error(`task ${taskId} exists already`);
      await put(tx, copy.row, copy.event);
    });
  }

  async find(taskId: string, owner: Owner): Promise<Found | undefined> {
    return this.#database.read(async (db) => {
      const tx = db.transaction(['tasks', 'marks']);
      const [task, mark] = await Promise.all([
        tx.objectStore('tasks').get(taskId),
        tx.objectStore('marks').get(taskId),
      ]);
      if (task !== undefined)
        return isOwner(task.row.owner, owner) ? { kind: 'task', row: frozen(task.row) } : undefined;
      if (mark === undefined || !isOwner(mark.owner, owner)) return undefined;
      return { kind: 'expired', purgedAt: mark.purgedAt };
    });
  }

  async history(owner: Owner, { status, tool, after, limit }: HistoryQuery): Promise<readonly TaskRow[]> {
    return this.#database.read(async (db) => {
      const { tenant, principal } = owner;
      const mine = [tenant, principal];
      const upper = after === undefined ? [...mine, END] : [...mine, after.createdAt, after.taskId];
      const range = IDBKeyRange.bound(mine, upper, false, true);
      const told: TaskRow[] = [];
      let cursor = await db.transaction('tasks').store.index('owner').openCursor(range, 'prev');
      for (; cursor !== null && told.length < limit; cursor = await cursor.continue()) {
        const { row } = cursor.value;
        const fits = status === undefined || row.status === status;
        if (fits && (tool === undefined || row.next.tool === tool)) told.push(frozen(row));
      }
      return told;
    });
  }

  async commit(row: TaskRow, expected: Expected, event: TaskEvent): Promise<CommitOutcome> {
    checkCommit(row, expected, event);
    const copy = frozenCopy({ row, event });
    return this.#database.write(async (tx): Promise<CommitOutcome> => {
      const stored = (await tx.objectStore('tasks').get(row.taskId))?.row;
      if (stored === undefined) return { kind: 'gone' };
      const { owner, createdAt, epoch, lease, revision } = stored;
      if (expected.epoch !== undefined && expected.epoch !== epoch) return { kind: 'fenced' };
      if (expected.revision !== revision) return { kind: 'conflict' };
      const kept = { owner, createdAt, epoch, lease: expected.epoch === undefined ? lease : copy.row.lease };
      await put(tx, { ...copy.row, ...kept }, copy.event);
      return { kind: 'committed' };
    });
  }

  async claim(worker: string, now: number, leaseMs: number): Promise<TaskRow | undefined> {
    return this.#database.write(async (tx) => {
      const due = IDBKeyRange.upperBound([now, END]);
      let cursor = await tx.objectStore('tasks').index('wake').openCursor(due);
      for (; cursor !== null; cursor = await cursor.continue()) {
        const { row } = cursor.value;
        if (row.lease !== null && row.lease.expiresAt > now) continue;
        const epoch = row.epoch + 1;
        const claimed = { ...row, epoch, lease: { worker, epoch, expiresAt: now + leaseMs } };
        await tx.objectStore('tasks').put(recordOf(claimed));
        return frozen(claimed);
      }
      return undefined;
    });
  }

  async release(taskId: string, epoch: number): Promise<void> {
    await this.#database.write(async (tx) => {
      const row = (await tx.objectStore('tasks').get(taskId))?.row;
      if (row?.epoch === epoch) await tx.objectStore('tasks').put(recordOf({ ...row, lease: null }));
    });
  }

  async nextWake(): Promise<number | undefined> {
    return this.#database.read(async (db) => {
      const first = await db.transaction('tasks').store.index('ready').openKeyCursor();
      return first?.key;
    });
  }

  async overdue(now: number, limit: number): Promise<readonly TaskRow[]> {
    return this.#database.read(async (db) => {
      // A limit of 0 means all of them to the browser.
      const over = IDBKeyRange.upperBound([now, END]);
      const found = await db.transaction('tasks').store.index('open').getAll(over, limit);
      return found.slice(0, limit).map(({ row }) => frozen(row));
    });
  }

  async purge(now: number, retentionMs: number, limit: number): Promise<number> {
    // A look first: a worker asks again and again, and most of the time there is nothing to hold up other writers for.
    const first = await this.#database.read((db) => firstOf(db, 'tasks', 'ended'));
    if (first === undefined || first + retentionMs > now) return 0;
    return this.#database.write(async (tx) => {
      let count = 0;
      let cursor = await tx.objectStore('tasks').index('ended').openCursor();
      for (; cursor !== null && count < limit; cursor = await cursor.continue()) {
        const { taskId, row, endedEnd = 0 } = cursor.value;
        if (endedEnd + retentionMs > now) break;
        await tx.objectStore('marks').put({ taskId, owner: row.owner, purgedAt: now });
        const events = await tx
          .objectStore('events')
          .index('task')
          .getAllKeys(IDBKeyRange.bound([taskId], [taskId, END]));
        for (const seq of events) await tx.objectStore('events').delete(seq);
        await cursor.delete();
        count += 1;
      }
      return count;
    });
  }

  async forget(now: number, markMs: number, limit: number): Promise<number> {
    const first = await this.#database.read((db) => firstOf(db, 'marks', 'time'));
    if (first === undefined || first + markMs > now) return 0;
    return this.#database.write(async (tx) => {
      let count = 0;
      let cursor = await tx.objectStore('marks').index('time').openCursor();
      for (; cursor !== null && count < limit; cursor = await cursor.continue()) {
        if (cursor.value.purgedAt + markMs > now) break;
        await cursor.delete();
        count += 1;
      }
      return count;
    });
  }

  async nextExpiry(retentionMs: number, markMs: number): Promise<number | undefined> {
    return this.#database.read(async (db) => {
      const [open, ended, mark] = await Promise.all([
        firstOf(db, 'tasks', 'open'),
        firstOf(db, 'tasks', 'ended'),
        firstOf(db, 'marks', 'time'),
      ]);
      const moments = [
        ...(open === undefined ? [] : [open]),
        ...(ended === undefined ? [] : [ended + retentionMs]),
        ...(mark === undefined ? [] : [mark + markMs]),
      ];
      return moments.length === 0 ? undefined : Math.min(...moments);
    });
  }

  async events(taskId: string): Promise<readonly StoredEvent[]> {
    const mine = IDBKeyRange.bound([taskId], [taskId, END]);
    return this.#database.read(async (db) => frozen(await db.getAllFromIndex('events', 'task', mine)));
  }

  async transitions(after: number, limit: number): Promise<Transitions> {
    return this.#database.read(async (db) => {
      const tx = db.transaction(['events', 'order']);
      const [events, last = 0] = await Promise.all([
        tx.objectStore('events').getAll(IDBKeyRange.lowerBound(after, true), limit),
        tx.objectStore('order').get('last'),
      ]);
      return { events: frozen(events), upTo: events.length < limit ? last : (events.at(-1)?.seq ?? after) };
    });
  }

  async leased(limit: number): Promise<readonly TaskRow[]> {
    return this.#database.read(async (db) => {
      const found = await db.transaction('tasks').store.index('lease').getAll(null, limit);
      return found.slice(0, limit).map(({ row }) => frozen(row));
    });
  }

  async keep(name: string, value: JsonValue): Promise<void> {
    await this.#database.write(async (tx) => void (await tx.objectStore('kept').put(value, name)));
  }

  async kept(name: string): Promise<JsonValue | undefined> {
    return this.#database.read((db) => db.get('kept', name));
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Stores a row and its event at the next place of the order. */
async function put(tx: Writing, row: TaskRow, event: TaskEvent): Promise<void> {
  const seq = ((await tx.objectStore('order').get('last')) ?? 0) + 1;
  await tx.objectStore('order').put(seq, 'last');
  await tx.objectStore('tasks').put(recordOf(row));
  await tx.objectStore('events').add({ ...event, seq });
}

/** The first moment of an index of moments and ids. */
async function firstOf(
  db: IDBPDatabase<Layout>,
  ...at: ['tasks', 'open' | 'ended'] | ['marks', 'time']
): Promise<number | undefined> {
  const [store, index] = at;
  const first =
    store === 'marks'
      ? await db.transaction(store).store.index('time').openKeyCursor()
      : await db
          .transaction(store)
          .store.index(index as 'open')
          .openKeyCursor();
  return first?.key[0];
}

function isOwner(a: Owner, b: Owner): boolean {
  return a.tenant === b.tenant && a.principal === b.principal;
}

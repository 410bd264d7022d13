import { existsSync } from 'node:fs';
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
import { firstBytes, keepPrivate } from './database-file.ts';
import type { SqlDatabase, SqlDriver } from './driver.ts';
import { isDuplicate, openFailure, storeError } from './errors.ts';
import { GroupCommit } from './group.ts';
import { Lookups } from './lookups.ts';
import { Recent } from './recent.ts';
import { changingParams, eventOf, eventParams, optional, rowOf, text } from './rows.ts';
import { checkHeader, checkVersion, migrate, versionOf } from './schema.ts';
import { prepareAll, type Statements } from './statements.ts';

/** How long a call waits for another process's write, ms. Calls are synchronous, so this also bounds how long a page may hang. */
const BUSY_MS = 5_000;

/** The log is copied into the file when it has so many pages (16 MB): a page that changed many times is copied once. */
const CHECKPOINT_PAGES = 4_000;
/** Pages of the file that are kept in memory, kB: at most, and only when they have been read. The ids of a million tasks fit. */
const CACHE_KB = 64_000;

/**
 * Tasks in one SQLite file, for any number of processes. WAL and `synchronous=FULL`: a commit is on the disk when it is
 * acknowledged (NORMAL acknowledged before, 20 times of 20). `fullfsync` asks the same of macOS and means nothing elsewhere. Writes that
 * come together are committed together (group.ts).
 */
export class SqliteStore implements TaskStore {
  readonly #path: string;
  readonly #driver: SqlDriver;
  readonly #db: SqlDatabase;
  readonly #sql: Statements;
  readonly #group: GroupCommit;
  readonly #recent = new Recent();
  readonly #lookups: Lookups;
  #closed = false;

  private constructor(path: string, driver: SqlDriver, db: SqlDatabase) {
    this.#path = path;
    this.#driver = driver;
    this.#db = db;
    this.#sql = prepareAll(db);
    this.#group = new GroupCommit(db);
    this.#lookups = new Lookups(this.#sql, this.#recent, (error) => storeError(error, driver, path));
  }

  /**
   * Opens or creates the file and brings it to the current version.
   * @param path absolute path in a folder that exists
   * @throws StoreError `newer-version` (the file is not touched), `torn`, `locked`, `full` or `io`
   */
  static open(path: string, driver: SqlDriver): SqliteStore {
    try {
      if (existsSync(path)) check(path, driver);
      keepPrivate(path);
      const db = driver.open(path, false);
      try {
        db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
        db.exec('PRAGMA journal_mode = WAL');
        db.exec('PRAGMA synchronous = FULL');
        db.exec('PRAGMA fullfsync = ON');
        db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        db.exec(`PRAGMA cache_size = -${CACHE_KB}`);
        migrate(db);
        checkWritable(db);
        return new SqliteStore(path, driver, db);
      } catch (error) {
        db.close();
        throw error;
      }
    } catch (error) {
      throw openFailure(storeError(error, driver, path), path);
    }
  }

  async create(row: TaskRow, event: TaskEvent): Promise<void> {
    checkCreation(row, event);
    await this.#write(() => {
      const { taskId, owner, createdAt } = row;
      this.#recent.forget(taskId);
      if (this.#sql.wasPurged.get({ taskId }) !== undefined) throw exists(taskId);
      try {
        const { tenant, principal } = owner;
        this.#sql.insertTask.run({ ...changingParams(row), taskId, tenant, principal, createdAt });
      } catch (error) {
        throw isDuplicate(error, this.#driver) ? exists(taskId) : error;
      }
      this.#sql.insertEvent.run(eventParams(event));
    });
  }

  find(taskId: string, owner: Owner): Promise<Found | undefined> {
    return this.#closed ? Promise.reject(closed()) : this.#lookups.find(taskId, owner);
  }

  async history({ tenant, principal }: Owner, query: HistoryQuery): Promise<readonly TaskRow[]> {
    const { status = null, tool = null, after, limit } = query;
    const params = { tenant, principal, status, tool, limit };
    return this.#ask(() => {
      const rows =
        after === undefined
          ? this.#sql.history.all(params)
          : this.#sql.historyAfter.all({ ...params, ...after });
      return rows.map((columns) => rowOf(columns));
    });
  }

  async commit(row: TaskRow, expected: Expected, event: TaskEvent): Promise<CommitOutcome> {
    checkCommit(row, expected, event);
    return this.#write(() => {
      const { taskId, lease } = row;
      this.#recent.forget(taskId);
      const params = { ...changingParams(row), taskId, expected: expected.revision };
      const changed =
        expected.epoch === undefined
          ? this.#sql.commit.run(params)
          : this.#sql.commitOfWorker.run({
              ...params,
              epoch: expected.epoch,
              worker: lease?.worker ?? null,
              leaseEnd: lease?.expiresAt ?? null,
            });
      if (changed === 0) return this.#refusal(taskId, expected);
      this.#sql.insertEvent.run(eventParams(event));
      return { kind: 'committed' };
    });
  }

  async claim(worker: string, now: number, leaseMs: number): Promise<TaskRow | undefined> {
    // In a transaction of its own: a statement that returns a row loses the error of its implicit commit (a full disk), and the
    // lease would be taken for stored.
    if (this.#ask(() => this.#sql.due.get({ now })) === undefined) return undefined;
    return this.#write(() => {
      const columns = this.#sql.claim.get({ worker, now, leaseMs });
      if (columns === undefined) return undefined;
      const row = rowOf(columns);
      this.#recent.forget(row.taskId);
      return row;
    });
  }

  async release(taskId: string, epoch: number): Promise<void> {
    await this.#write(() => {
      this.#recent.forget(taskId);
      this.#sql.release.run({ taskId, epoch });
    });
  }

  async nextWake(): Promise<number | undefined> {
    return this.#ask(() => optional(this.#sql.nextWake.get(), 'at') ?? undefined);
  }

  async overdue(now: number, limit: number): Promise<readonly TaskRow[]> {
    return this.#ask(() => this.#sql.overdue.all({ now, limit }).map((columns) => rowOf(columns)));
  }

  async purge(now: number, retentionMs: number, limit: number): Promise<number> {
    // A look first: a worker asks again and again, and most of the time there is nothing to hold up other writers for.
    if (this.#ask(() => this.#sql.purgeable.get({ now, retentionMs, limit })) === undefined) return 0;
    return this.#write(() => {
      const found = this.#sql.purgeable.all({ now, retentionMs, limit });
      for (const { task_id } of found) {
        const taskId = String(task_id);
        this.#recent.forget(taskId);
        this.#sql.mark.run({ taskId, now });
        this.#sql.deleteTask.run({ taskId });
        this.#sql.deleteEvents.run({ taskId });
      }
      return found.length;
    });
  }

  async forget(now: number, markMs: number, limit: number): Promise<number> {
    if (this.#ask(() => this.#sql.forgettable.get({ now, markMs, limit })) === undefined) return 0;
    return this.#write(() => this.#sql.forget.run({ now, markMs, limit }));
  }

  async nextExpiry(retentionMs: number, markMs: number): Promise<number | undefined> {
    return this.#ask(() => optional(this.#sql.nextExpiry.get({ retentionMs, markMs }), 'at') ?? undefined);
  }

  async events(taskId: string): Promise<readonly StoredEvent[]> {
    return this.#ask(() => this.#sql.events.all({ taskId }).map(eventOf));
  }

  async transitions(after: number, limit: number): Promise<Transitions> {
    return this.#ask(() => {
      // First how far: what another process commits in between is a later call's.
      const last = optional(this.#sql.lastPlace.get(), 'seq') ?? 0;
      const events = this.#sql.transitions.all({ after, last, limit }).map(eventOf);
      return { events, upTo: events.length < limit ? last : (events.at(-1)?.seq ?? after) };
    });
  }

  async leased(limit: number): Promise<readonly TaskRow[]> {
    return this.#ask(() => this.#sql.leased.all({ limit }).map((columns) => rowOf(columns)));
  }

  async keep(name: string, value: JsonValue): Promise<void> {
    await this.#write(() => this.#sql.keep.run({ name, value: JSON.stringify(value) }));
  }

  async kept(name: string): Promise<JsonValue | undefined> {
    return this.#ask(() => {
      const found = this.#sql.kept.get({ name });
      return found === undefined ? undefined : (JSON.parse(text(found, 'value')) as JsonValue);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#group.flush();
    this.#lookups.flush();
    this.#db.close();
  }

  #refusal(taskId: string, expected: Expected): CommitOutcome {
    const current = this.#sql.epochOf.get({ taskId });
    if (current === undefined) return { kind: 'gone' };
    const fenced = expected.epoch !== undefined && expected.epoch !== current.epoch;
    return { kind: fenced ? 'fenced' : 'conflict' };
  }

  /** One transaction, shared with other writes that come at the same time; resolves when it is on the disk. */
  async #write<T>(work: () => T): Promise<T> {
    if (this.#closed) throw closed();
    try {
      return await this.#group.write(work);
    } catch (error) {
      throw storeError(error, this.#driver, this.#path);
    }
  }

  /** Runs statements that read; errors become those of the port. */
  #ask<T>(work: () => T): T {
    if (this.#closed) throw closed();
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.#driver, this.#path);
    }
  }
}

function closed(): Error {
  return new Error('the store is closed');
}

function exists(taskId: string): Error {
  return new Error(`task ${taskId} exists already`);
}

/** Refuses a file that is not to be touched, before anything could touch it. */
function check(path: string, driver: SqlDriver): void {
  checkHeader(firstBytes(path), path);
  const db = driver.open(path, true);
  try {
    checkVersion(db, path);
  } finally {
    db.close();
  }
}

/** Opens a write and takes it back: SQLite opens a file that it may not write without a word, and fails at the first task. */
function checkWritable(db: SqlDatabase): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    // BEGIN alone asks a read-only file for nothing.
    db.exec(`PRAGMA user_version = ${versionOf(db)}`);
  } finally {
    db.exec('ROLLBACK');
  }
}

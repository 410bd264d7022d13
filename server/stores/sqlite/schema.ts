import { StoreError } from '../../ports/task-store.ts';
import { inTransaction, type SqlDatabase } from './driver.ts';

/** `Tsks` in ASCII. */
export const APPLICATION_ID = 0x5473_6b73;

/** One step for each version, in order: step 0 makes version 1 of nothing. A released step is never edited; a change is a new step. */
export const MIGRATIONS: readonly string[] = [
  // Columns for what is asked for, JSON for the rest. `ready_at` is when a claim could succeed, `expires_at` the end of the TTL.
  `CREATE TABLE task (
     task_id TEXT PRIMARY KEY,
     tenant TEXT NOT NULL,
     principal TEXT NOT NULL,
     status TEXT NOT NULL,
     ended INTEGER NOT NULL,
     revision INTEGER NOT NULL,
     epoch INTEGER NOT NULL,
     lease_worker TEXT,
     lease_expires_at INTEGER,
     wake_at INTEGER,
     ready_at INTEGER GENERATED ALWAYS AS (max(wake_at, coalesce(lease_expires_at, wake_at))) VIRTUAL,
     created_at INTEGER NOT NULL,
     ttl_ms INTEGER,
     expires_at INTEGER GENERATED ALWAYS AS (created_at + ttl_ms) VIRTUAL,
     rest TEXT NOT NULL
   );
   CREATE INDEX task_by_wake ON task (wake_at, task_id, lease_expires_at) WHERE wake_at IS NOT NULL;
   CREATE INDEX task_by_ready ON task (ready_at) WHERE wake_at IS NOT NULL;
   CREATE INDEX task_by_expiry ON task (ended, expires_at, task_id) WHERE ttl_ms IS NOT NULL;
   CREATE TABLE event (
     task_id TEXT NOT NULL,
     revision INTEGER NOT NULL,
     at INTEGER NOT NULL,
     kind TEXT NOT NULL,
     from_status TEXT,
     to_status TEXT NOT NULL,
     PRIMARY KEY (task_id, revision)
   ) WITHOUT ROWID;
   CREATE TABLE purged (
     task_id TEXT PRIMARY KEY,
     tenant TEXT NOT NULL,
     principal TEXT NOT NULL,
     purged_at INTEGER NOT NULL
   ) WITHOUT ROWID;`,
  // A history is the owner's, newest first (R36).
  'CREATE INDEX task_by_owner ON task (tenant, principal, created_at, task_id)',
  // Marks go as well, oldest first. The application's number tells our databases from those of other programs.
  `CREATE INDEX purged_by_time ON purged (purged_at, task_id);
   PRAGMA application_id = ${APPLICATION_ID}`,
  // One order of all commits: a number is given by the transaction that commits, so numbers have no gap, and is never given again.
  `ALTER TABLE event RENAME TO event_before;
   CREATE TABLE event (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     task_id TEXT NOT NULL,
     revision INTEGER NOT NULL,
     at INTEGER NOT NULL,
     kind TEXT NOT NULL,
     from_status TEXT,
     to_status TEXT NOT NULL,
     mono REAL,
     boot_id TEXT,
     UNIQUE (task_id, revision)
   );
   INSERT INTO event (task_id, revision, at, kind, from_status, to_status)
     SELECT task_id, revision, at, kind, from_status, to_status FROM event_before ORDER BY at, task_id, revision;
   DROP TABLE event_before;
   CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
];

/** Columns that every version has had, by table: versions 1 and 2 have no number of their own. */
const ALWAYS: readonly (readonly [table: string, columns: string, count: number])[] = [
  ['task', "'task_id', 'tenant', 'principal', 'lease_worker', 'rest'", 5],
  ['event', "'task_id', 'revision', 'to_status'", 3],
  ['purged', "'task_id', 'purged_at'", 2],
];

/** `PRAGMA user_version`: 0 for a new file. */
export function versionOf(db: SqlDatabase): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/**
 * Looks at the first bytes of a file without SQLite, which would leave a log and an index beside what it opens, even for reading.
 * Version and application are the numbers at bytes 60 and 68, big-endian (sqlite.org/fileformat.html); of any other file
 * `checkVersion` says what it is.
 * @throws StoreError `newer-version`, or `io` for a database that is not ours
 */
export function checkHeader(header: Uint8Array, path: string): void {
  const magic = new TextDecoder().decode(header.subarray(0, 15));
  if (magic !== 'SQLite format 3' || header.length < 72) return;
  const numbers = new DataView(header.buffer, header.byteOffset);
  refuseNewer(numbers.getUint32(60), numbers.getUint32(68), path);
}

/**
 * Refuses what this program must not touch. Through SQLite it also sees what a crash left in the log alone.
 * @throws StoreError `newer-version`, or `io` for a database that is not ours
 */
export function checkVersion(db: SqlDatabase, path: string): void {
  const version = versionOf(db);
  refuseNewer(version, Number(db.prepare('PRAGMA application_id').get()?.application_id ?? 0), path);
  const count = (what: string): number =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${what}`).get()?.n ?? 0);
  const ours =
    version === 0
      ? count('sqlite_schema') === 0
      : ALWAYS.every(
          ([table, columns, n]) => count(`pragma_table_info('${table}') WHERE name IN (${columns})`) === n,
        );
  if (!ours) throw foreign(path);
}

function refuseNewer(version: number, application: number, path: string): void {
  if (version <= MIGRATIONS.length) return;
  if (application !== APPLICATION_ID) throw foreign(path);
  throw new StoreError(
    'newer-version',
    `${path} was written by a newer Taskscope (version ${version}, this one knows ${MIGRATIONS.length}): it was left as it is. ` +
      'Use that version, or another data directory.',
  );
}

function foreign(path: string): StoreError {
  return new StoreError(
    'io',
    `${path} is a database of another program: it was left as it is. Move it away, or use another data directory.`,
  );
}

/** Brings the file to the current version, each step in a transaction of its own, so that a crash leaves a whole version behind. */
export function migrate(db: SqlDatabase, migrations: readonly string[] = MIGRATIONS): void {
  while (versionOf(db) < migrations.length) {
    inTransaction(db, () => {
      // Looked at again under the lock: another process may have been first.
      const from = versionOf(db);
      const step = migrations[from];
      if (step !== undefined) db.exec(`${step};\nPRAGMA user_version = ${from + 1}`);
    });
  }
}

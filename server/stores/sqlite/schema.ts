import { StoreError } from '../../ports/task-store.ts';
import { inTransaction, type SqlDatabase } from './driver.ts';

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
];

/** `PRAGMA user_version`: 0 for a new file. */
export function versionOf(db: SqlDatabase): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/**
 * Looks at the first bytes of a file without SQLite, which would leave a log and an index beside what it opens, even for reading.
 * The version is the number at byte 60, big-endian (sqlite.org/fileformat.html); of any other file `checkVersion` says what it is.
 * @throws StoreError `newer-version`
 */
export function checkHeader(header: Uint8Array, path: string): void {
  const magic = new TextDecoder().decode(header.subarray(0, 15));
  if (magic === 'SQLite format 3' && header.length >= 64)
    refuseNewer(new DataView(header.buffer, header.byteOffset).getUint32(60), path);
}

/**
 * Refuses what this program must not touch. Through SQLite it also sees what a crash left in the log alone.
 * @throws StoreError `newer-version`, or `io` for a database that is not ours
 */
export function checkVersion(db: SqlDatabase, path: string): void {
  const version = versionOf(db);
  refuseNewer(version, path);
  const tables = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0);
  if (version === 0 && tables > 0)
    throw new StoreError('io', `${path} is a database of another program: it was left as it is.`);
}

function refuseNewer(version: number, path: string): void {
  if (version <= MIGRATIONS.length) return;
  throw new StoreError(
    'newer-version',
    `${path} was written by a newer Taskscope (version ${version}, this one knows ${MIGRATIONS.length}): it was left as it is. ` +
      'Use that version, or another data directory.',
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

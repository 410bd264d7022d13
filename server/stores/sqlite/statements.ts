import type { SqlDatabase, SqlStatement } from './driver.ts';
import { CHANGING } from './rows.ts';

/** What makes a row. Not `expires_at` and `ready_at`: node:sqlite refuses to read a sum beyond 2^53, which a huge TTL makes. */
const COLUMNS =
  'task_id, tenant, principal, status, revision, epoch, lease_worker, lease_expires_at, wake_at, created_at, ttl_ms, rest';

const EVENT = 'seq, task_id, revision, at, kind, from_status, to_status, mono, boot_id';

const SETTING = CHANGING.map((column) => `${column} = @${column}`).join(', ');

const HISTORY = {
  rows:
    `SELECT ${COLUMNS} FROM task WHERE tenant = @tenant AND principal = @principal ` +
    'AND (@status IS NULL OR status = @status) ' +
    "AND (@tool IS NULL OR json_extract(rest, '$.next.tool') = @tool) ",
  order: 'ORDER BY created_at DESC, task_id DESC LIMIT @limit',
};

const FORGETTABLE =
  'purged_at <= @now - @markMs + 1 AND purged_at + @markMs <= @now ORDER BY purged_at, task_id LIMIT @limit';

const SQL = {
  insertTask:
    `INSERT INTO task (task_id, tenant, principal, created_at, epoch, ${CHANGING.join(', ')}) ` +
    `VALUES (@taskId, @tenant, @principal, @createdAt, 0, ${CHANGING.map((column) => `@${column}`).join(', ')})`,
  insertEvent:
    'INSERT INTO event (task_id, revision, at, kind, from_status, to_status, mono, boot_id) ' +
    'VALUES (@taskId, @revision, @at, @kind, @from, @to, @mono, @bootId)',
  // Another one when another connection has committed; what this one commits leaves it (sqlite.org/pragma.html#pragma_data_version).
  dataVersion: 'PRAGMA data_version',
  // `rest` is left out where the caller has it from that very revision.
  find:
    `SELECT ${COLUMNS.replace(/\brest$/, 'CASE WHEN revision = @revision AND created_at = @createdAt THEN NULL ELSE rest END AS rest')} ` +
    'FROM task WHERE task_id = @taskId AND tenant = @tenant AND principal = @principal',
  findPurged:
    'SELECT purged_at FROM purged WHERE task_id = @taskId AND tenant = @tenant AND principal = @principal',
  history: HISTORY.rows + HISTORY.order,
  historyAfter: `${HISTORY.rows}AND (created_at, task_id) < (@createdAt, @taskId) ${HISTORY.order}`,
  wasPurged: 'SELECT 1 AS yes FROM purged WHERE task_id = @taskId',
  epochOf: 'SELECT epoch FROM task WHERE task_id = @taskId',
  // Compare and set. Owner, creation time and epoch are not among what a commit sets, and a lease only for its worker.
  commit: `UPDATE task SET ${SETTING} WHERE task_id = @taskId AND revision = @expected`,
  commitOfWorker:
    `UPDATE task SET ${SETTING}, lease_worker = @worker, lease_expires_at = @leaseEnd ` +
    'WHERE task_id = @taskId AND revision = @expected AND epoch = @epoch',
  claim:
    'UPDATE task SET epoch = epoch + 1, lease_worker = @worker, lease_expires_at = @now + @leaseMs WHERE task_id = (' +
    'SELECT task_id FROM task WHERE wake_at <= @now AND (lease_expires_at IS NULL OR lease_expires_at <= @now) ' +
    `ORDER BY wake_at, task_id LIMIT 1) RETURNING ${COLUMNS}`,
  due:
    'SELECT 1 AS yes FROM task WHERE wake_at <= @now AND (lease_expires_at IS NULL OR lease_expires_at <= @now) ' +
    'ORDER BY wake_at, task_id LIMIT 1',
  release:
    'UPDATE task SET lease_worker = NULL, lease_expires_at = NULL WHERE task_id = @taskId AND epoch = @epoch',
  nextWake: 'SELECT min(ready_at) AS at FROM task WHERE wake_at IS NOT NULL',
  overdue:
    `SELECT ${COLUMNS} FROM task WHERE ttl_ms IS NOT NULL AND ended = 0 AND expires_at <= @now ` +
    'ORDER BY expires_at, task_id LIMIT @limit',
  // The first comparison lets the index end the search; the second is the very sum that `nextExpiry` tells.
  purgeable:
    'SELECT task_id FROM task WHERE ttl_ms IS NOT NULL AND ended = 1 AND expires_at <= @now - @retentionMs + 1 ' +
    'AND expires_at + @retentionMs <= @now ORDER BY expires_at, task_id LIMIT @limit',
  mark: 'INSERT INTO purged SELECT task_id, tenant, principal, @now FROM task WHERE task_id = @taskId',
  // As for `purgeable`: a bound for the index, and the very sum that `nextExpiry` tells.
  forgettable: `SELECT task_id FROM purged WHERE ${FORGETTABLE}`,
  forget: `DELETE FROM purged WHERE task_id IN (SELECT task_id FROM purged WHERE ${FORGETTABLE})`,
  deleteTask: 'DELETE FROM task WHERE task_id = @taskId',
  deleteEvents: 'DELETE FROM event WHERE task_id = @taskId',
  nextExpiry:
    'SELECT CAST(min(at) AS REAL) AS at FROM (' +
    'SELECT min(expires_at) AS at FROM task WHERE ttl_ms IS NOT NULL AND ended = 0 ' +
    'UNION ALL SELECT min(expires_at) + @retentionMs AS at FROM task WHERE ttl_ms IS NOT NULL AND ended = 1 ' +
    'UNION ALL SELECT min(purged_at) + @markMs AS at FROM purged)',
  events: `SELECT ${EVENT} FROM event WHERE task_id = @taskId ORDER BY revision`,
  // What AUTOINCREMENT gave last, also where that row is gone by now.
  lastPlace: "SELECT seq FROM sqlite_sequence WHERE name = 'event'",
  transitions: `SELECT ${EVENT} FROM event WHERE seq > @after AND seq <= @last ORDER BY seq LIMIT @limit`,
  // Over the index of due tasks, which holds what has no work left no more.
  leased:
    `SELECT ${COLUMNS} FROM task WHERE wake_at IS NOT NULL AND lease_expires_at IS NOT NULL ` +
    'ORDER BY lease_expires_at, task_id LIMIT @limit',
  keep: 'INSERT INTO kept (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = @value',
  kept: 'SELECT value FROM kept WHERE name = @name',
} as const;

export type Statements = { readonly [name in keyof typeof SQL]: SqlStatement };

/** Every statement of the store, prepared once for a connection. */
export function prepareAll(db: SqlDatabase): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)]);
  return Object.fromEntries(prepared) as Statements;
}

/** The text of each statement, for a look at its query plan. */
export const STATEMENT_TEXTS: Readonly<Record<string, string>> = SQL;

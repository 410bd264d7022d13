/** What SQLite can hold. Times and durations are numbers; text is JSON or an id. */
export type SqlValue = string | number | null;
export type SqlRow = { readonly [column: string]: SqlValue };
/** Values of a statement's parameters, by name without the `@`: exactly those that it names. */
export type SqlParams = { readonly [name: string]: SqlValue };

/** A prepared statement. Parameters are named (`@id`): both libraries take `?` alone, but not `?1`. */
export interface SqlStatement {
  /** @returns how many rows it changed */
  run(params?: SqlParams): number;
  get(params?: SqlParams): SqlRow | undefined;
  all(params?: SqlParams): readonly SqlRow[];
}

/** One connection. Synchronous, and used by one caller at a time. */
export interface SqlDatabase {
  /** Runs statements without parameters or rows. */
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

/** A library that can open SQLite files. Loaded lazily: see `better.ts` and `builtin.ts`. */
export interface SqlDriver {
  readonly name: 'better-sqlite3' | 'node:sqlite';
  /** @param readonly never creates or changes the file. Throws the library's own error. */
  open(path: string, readonly: boolean): SqlDatabase;
  /** SQLite's primary result code (13 is SQLITE_FULL), or undefined for an error that is not SQLite's. */
  resultCode(error: unknown): number | undefined;
}

/** A driver, or in words why it cannot be had, to follow "because". */
export type LoadedDriver =
  | { readonly ok: true; readonly driver: SqlDriver }
  | { readonly ok: false; readonly reason: string };

/** Runs `work` with the write lock held from the start; all of it is stored, or (where anything throws) nothing. */
export function inTransaction<T>(db: SqlDatabase, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it does on a full disk. The first error is the one to tell.
    }
    throw error;
  }
}

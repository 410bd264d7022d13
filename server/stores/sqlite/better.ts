import type Database from 'better-sqlite3';
import type { LoadedDriver, SqlDatabase, SqlDriver, SqlRow } from './driver.ts';

/** Names that better-sqlite3 gives to the primary result codes that a store tells apart (sqlite.org/rescode.html). */
const CODES: readonly (readonly [prefix: string, code: number])[] = [
  ['SQLITE_BUSY', 5],
  ['SQLITE_LOCKED', 6],
  ['SQLITE_READONLY', 8],
  ['SQLITE_IOERR', 10],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_FULL', 13],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_CONSTRAINT', 19],
  ['SQLITE_NOTADB', 26],
];

/** better-sqlite3, if it is installed and its native part fits this Node. */
export async function loadBetterSqlite(): Promise<LoadedDriver> {
  try {
    const { default: Library } = await import('better-sqlite3');
    // The native part is only loaded by the first connection.
    new Library(':memory:').close();
    return { ok: true, driver: driverOf(Library) };
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    const text = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return {
      ok: false,
      reason: missing ? 'better-sqlite3 is not installed' : `better-sqlite3 does not load (${text})`,
    };
  }
}

function driverOf(Library: typeof Database): SqlDriver {
  return {
    name: 'better-sqlite3',
    open: (path, readonly) => connection(new Library(path, { readonly })),
    resultCode(error) {
      if (!(error instanceof Library.SqliteError)) return undefined;
      return CODES.find(([prefix]) => error.code.startsWith(prefix))?.[1] ?? 1;
    },
  };
}

function connection(db: Database.Database): SqlDatabase {
  return {
    exec: (sql) => void db.exec(sql),
    prepare(sql) {
      const statement = db.prepare<unknown[], SqlRow>(sql);
      return {
        run: (params = {}) => statement.run(params).changes,
        get: (params = {}) => statement.get(params),
        all: (params = {}) => statement.all(params),
      };
    },
    close: () => void db.close(),
  };
}

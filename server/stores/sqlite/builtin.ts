import type { LoadedDriver, SqlDatabase, SqlDriver, SqlParams, SqlRow } from './driver.ts';

/** The part of `node:sqlite` that is used; @types/node of our oldest Node does not know the module. */
interface Builtin {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => BuiltinDatabase;
}

interface BuiltinDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(params: SqlParams): { readonly changes: number | bigint };
    get(params: SqlParams): SqlRow | undefined;
    all(params: SqlParams): readonly SqlRow[];
  };
  close(): void;
}

/** Node's own SQLite, where it is there without a flag: Node 22.13 and later. */
export async function loadNodeSqlite(): Promise<LoadedDriver> {
  const builtin = withoutWarning(
    () => process.getBuiltinModule('node:sqlite') as unknown as Builtin | undefined,
  );
  return builtin === undefined
    ? { ok: false, reason: `Node ${process.versions.node} has no node:sqlite (22.13 and later have)` }
    : { ok: true, driver: driverOf(builtin) };
}

/** Node calls the module experimental when it is first loaded; what is used of it is stable, and a start prints one line. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function driverOf({ DatabaseSync }: Builtin): SqlDriver {
  return {
    name: 'node:sqlite',
    open: (path, readonly) => connection(new DatabaseSync(path, { readOnly: readonly })),
    resultCode(error) {
      // `errcode` is SQLite's extended code; its low byte is the primary one.
      const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
      return typeof code === 'number' ? code & 0xff : undefined;
    },
  };
}

function connection(db: BuiltinDatabase): SqlDatabase {
  return {
    exec: (sql) => db.exec(sql),
    prepare(sql) {
      const statement = db.prepare(sql);
      return {
        run: (params = {}) => Number(statement.run(params).changes),
        get: (params = {}) => statement.get(params),
        all: (params = {}) => statement.all(params),
      };
    },
    close: () => db.close(),
  };
}

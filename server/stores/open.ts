import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreError, type TaskStore } from '../ports/task-store.ts';
import { nodeDisk } from './file/disk.ts';
import { FileStore } from './file/file-store.ts';
import { taskOf } from './file/names.ts';
import { loadBetterSqlite } from './sqlite/better.ts';
import { loadNodeSqlite } from './sqlite/builtin.ts';
import type { LoadedDriver, SqlDriver } from './sqlite/driver.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';

/** The SQLite file in a data directory. */
export const DATABASE = 'tasks.db';
/** The file store's folder in a data directory. */
export const FOLDER = 'tasks';

export type StoreKind = SqlDriver['name'] | 'file';

/** Ways to get a SQLite driver, best first. */
export type Loaders = { readonly [name in SqlDriver['name']]: () => Promise<LoadedDriver> };

const LOADERS: Loaders = { 'better-sqlite3': loadBetterSqlite, 'node:sqlite': loadNodeSqlite };

export interface OpenOptions {
  /** The data directory; made if it is missing. Its lock against a second process is the caller's. */
  readonly dir: string;
  /** What to try first. Data that is there already is served by what wrote it, whatever this says. */
  readonly prefer?: StoreKind | undefined;
  /** Other ways to get a driver, for tests. */
  readonly loaders?: Loaders | undefined;
}

export interface OpenedStore {
  readonly store: TaskStore;
  /** One line for the start message, e.g. `store: SQLite (better-sqlite3), /home/ada/.local/share/taskscope/tasks.db`. */
  readonly description: string;
  /** Whether several processes may open it at once: SQLite, not files (SPEC.md, "Versions"). */
  readonly shareable: boolean;
}

/**
 * Opens the tasks of a data directory: with better-sqlite3, else with node:sqlite, else as files. A directory that holds tasks goes
 * on being served by the kind of store that wrote them, so that no start is silently empty.
 * @throws StoreError `io` where a database is there and no driver is; `newer-version`, `torn`, `locked`, `full` as the stores do
 */
export async function openStore({ dir, prefer, loaders = LOADERS }: OpenOptions): Promise<OpenedStore> {
  await nodeDisk.makeFolder(resolve(dir)).catch((error: Error) => {
    throw new StoreError('io', `${resolve(dir)} cannot be made: ${error.message}`, { cause: error });
  });
  const database = join(resolve(dir), DATABASE);
  const folder = join(resolve(dir), FOLDER);
  const filed = await countTasks(folder);

  if (existsSync(database)) {
    const { driver, reasons } = await firstDriver(loaders, prefer);
    if (driver === undefined) throw noDriver(database, reasons);
    const aside = filed > 0 ? `; ${counted(filed)} kept as files in ${folder} left alone` : '';
    return sqlite(database, driver, aside);
  }
  if (filed > 0) {
    const why = prefer === 'file' ? undefined : `the data directory has ${counted(filed)} kept as files`;
    return files(folder, why);
  }
  if (prefer === 'file') return files(folder, undefined);
  const { driver, reasons } = await firstDriver(loaders, prefer);
  return driver === undefined ? files(folder, reasons.join('; ')) : sqlite(database, driver, '');
}

function sqlite(database: string, driver: SqlDriver, aside: string): OpenedStore {
  return {
    store: SqliteStore.open(database, driver),
    description: `store: SQLite (${driver.name}), ${database}${aside}`,
    shareable: true,
  };
}

async function files(folder: string, why: string | undefined): Promise<OpenedStore> {
  const store = await FileStore.open(folder);
  const because = why === undefined ? '' : ` (${why})`;
  const [first, ...more] = store.refused;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const refused = first === undefined ? '' : `; not served: ${first.message}${others}`;
  return { store, description: `store: files${because}, ${folder}${refused}`, shareable: false };
}

async function firstDriver(
  loaders: Loaders,
  prefer: StoreKind | undefined,
): Promise<{ readonly driver: SqlDriver | undefined; readonly reasons: readonly string[] }> {
  const order: readonly SqlDriver['name'][] =
    prefer === 'node:sqlite' ? ['node:sqlite', 'better-sqlite3'] : ['better-sqlite3', 'node:sqlite'];
  const reasons: string[] = [];
  for (const name of order) {
    const loaded = await loaders[name]();
    if (loaded.ok) return { driver: loaded.driver, reasons };
    reasons.push(loaded.reason);
  }
  return { driver: undefined, reasons };
}

function noDriver(database: string, reasons: readonly string[]): StoreError {
  return new StoreError(
    'io',
    `${database} holds tasks, but no SQLite can be loaded (${reasons.join('; ')}). Install better-sqlite3 ` +
      '(npm install better-sqlite3), or use Node 22.13 or later, or start with another data directory (--data DIR).',
  );
}

function counted(tasks: number): string {
  return tasks === 1 ? '1 task' : `${tasks} tasks`;
}

async function countTasks(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const names = await readdir(folder);
  return names.filter((name) => taskOf(name) !== undefined).length;
}

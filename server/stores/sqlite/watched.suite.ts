import { join } from 'node:path';
import { inFolder } from '../temporary.suite.ts';
import type { SqlDatabase, SqlDriver } from './driver.ts';
import { SqliteStore } from './sqlite-store.ts';

/** A store together with the connection that it uses, so that a test can set limits on it or look at its settings. */
export interface Watched {
  readonly path: string;
  readonly store: SqliteStore;
  readonly db: SqlDatabase;
  /** Another store on the same file. */
  readonly other: () => { readonly store: SqliteStore; readonly db: SqlDatabase };
}

/** Opens a store on a file of its own, hands it to `work`, and cleans up. */
export function watched(driver: SqlDriver, work: (it: Watched) => Promise<void>): Promise<void> {
  return inFolder(async (dir) => {
    const path = join(dir, 'tasks.db');
    const connections: SqlDatabase[] = [];
    const stores: SqliteStore[] = [];
    const watching: SqlDriver = {
      ...driver,
      open(file, readonly) {
        const db = driver.open(file, readonly);
        connections.push(db);
        return db;
      },
    };
    const other = () => {
      const store = SqliteStore.open(path, watching);
      stores.push(store);
      return { store, db: connections.at(-1) as SqlDatabase };
    };
    try {
      await work({ path, ...other(), other });
    } finally {
      for (const store of stores) await store.close();
    }
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Make } from '../contract.suite.ts';
import type { SqlDriver } from './driver.ts';
import { SqliteStore } from './sqlite-store.ts';

/** A folder under the system's temporary folder. @returns its path, and how to remove it */
export function temporaryFolder(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'taskscope-store-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function fileBased(driver: SqlDriver): Make {
  return async () => {
    const { dir, remove } = temporaryFolder();
    const path = join(dir, 'tasks.db');
    const opened = [SqliteStore.open(path, driver)];
    return {
      store: opened[0] as SqliteStore,
      async reopen() {
        const store = SqliteStore.open(path, driver);
        opened.push(store);
        return store;
      },
      async dispose() {
        for (const store of opened) await store.close();
        remove();
      },
    };
  };
}

/** What holds for SQLite alone, with either library. */
export function driverContract(_driver: SqlDriver): void {}

import 'fake-indexeddb/auto';
import { join } from 'node:path';
import { describe } from 'vitest';
import { modelContract } from './contract-model.suite.ts';
import { IndexedDbStore } from './indexeddb/indexeddb-store.ts';
import { loadBetterSqlite } from './sqlite/better.ts';
import { loadNodeSqlite } from './sqlite/builtin.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { onDisk } from './temporary.suite.ts';

// More histories than the unit tests have time for, on the stores that write each step to a disk or a database.
for (const [name, loaded] of [
  ['better-sqlite3', await loadBetterSqlite()],
  ['node:sqlite', await loadNodeSqlite()],
] as const)
  if (loaded.ok)
    describe(`SQLite (${name})`, () => {
      modelContract(
        onDisk(async (dir) => SqliteStore.open(join(dir, 'tasks.db'), loaded.driver)),
        60,
      );
    });

describe('IndexedDB', () => {
  let count = 0;
  modelContract(async () => {
    count += 1;
    const reopen = () => IndexedDbStore.open(`model-${count}`);
    return { store: await reopen(), reopen };
  }, 100);
});

import { join } from 'node:path';
import { describe, it } from 'vitest';
import { storeContract } from '../contract.suite.ts';
import { onDisk } from '../temporary.suite.ts';
import type { LoadedDriver } from './driver.ts';
import { sqliteFaults } from './faults.suite.ts';
import { sqliteGroups } from './group.suite.ts';
import { sqliteRecent } from './recent.suite.ts';
import { sqliteSharing } from './sharing.suite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { sqliteVersions } from './versions.suite.ts';

/** The contract and what holds for SQLite alone, with one of the libraries; where it is not there, one skipped test that says why. */
export function driverSuite(name: string, loaded: LoadedDriver): void {
  if (!loaded.ok) {
    describe(`store contract: SQLite (${name})`, () => {
      it(`is not run here: ${loaded.reason}`, ({ skip }) => skip(loaded.reason));
    });
    return;
  }
  const { driver } = loaded;
  const make = onDisk(async (dir) => SqliteStore.open(join(dir, 'tasks.db'), driver));
  storeContract(`SQLite (${name})`, make, { durable: true, runs: 10 });
  describe(`SQLite (${name})`, () => {
    sqliteFaults(driver);
    sqliteGroups(driver);
    sqliteRecent(driver);
    sqliteSharing(driver);
    sqliteVersions(driver);
  });
}

import { expect, it } from 'vitest';
import { storeContract } from '../contract.suite.ts';
import { loadBetterSqlite } from './better.ts';
import { driverContract, fileBased } from './drivers.suite.ts';

const loaded = await loadBetterSqlite();

it('better-sqlite3 is installed here, so its contract is run', () => {
  expect(loaded).toMatchObject({ ok: true, driver: { name: 'better-sqlite3' } });
});

if (loaded.ok) {
  storeContract('SQLite (better-sqlite3)', fileBased(loaded.driver), { durable: true, runs: 60 });
  driverContract(loaded.driver);
}

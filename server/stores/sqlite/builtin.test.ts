import { describe, it } from 'vitest';
import { storeContract } from '../contract.suite.ts';
import { loadNodeSqlite } from './builtin.ts';
import { driverContract, fileBased } from './drivers.suite.ts';

const loaded = await loadNodeSqlite();

if (loaded.ok) {
  storeContract('SQLite (node:sqlite)', fileBased(loaded.driver), { durable: true, runs: 60 });
  driverContract(loaded.driver);
} else {
  describe('store contract: SQLite (node:sqlite)', () => {
    it('is run where Node has it', ({ skip }) => skip(loaded.reason));
  });
}

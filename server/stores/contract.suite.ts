import { afterEach, describe } from 'vitest';
import { expiryContract } from './contract-expiry.suite.ts';
import { historyContract } from './contract-history.suite.ts';
import { leaseContract } from './contract-lease.suite.ts';
import { modelContract } from './contract-model.suite.ts';
import { orderContract } from './contract-order.suite.ts';
import { reopenContract } from './contract-reopen.suite.ts';
import { writeContract } from './contract-write.suite.ts';
import type { Made, Make } from './make.suite.ts';

export interface ContractOptions {
  /** Whether `make` gives `reopen`. */
  readonly durable: boolean;
  /** How many random histories to play. */
  readonly runs: number;
}

/** The rules of SPEC.md that every store keeps. */
export function storeContract(name: string, make: Make, { durable, runs }: ContractOptions): void {
  describe(`store contract: ${name}`, () => {
    const made: Made[] = [];
    const fresh: Make = async () => {
      const one = await make();
      made.push(one);
      return one;
    };
    afterEach(async () => {
      for (const one of made.splice(0)) await (one.dispose?.() ?? one.store.close());
    });
    writeContract(fresh);
    leaseContract(fresh);
    expiryContract(fresh);
    historyContract(fresh);
    orderContract(fresh);
    if (durable) reopenContract(fresh);
    modelContract(make, runs);
  });
}

import { storeContract } from '../contract.suite.ts';
import { MemoryStore } from './memory-store.ts';

storeContract('memory', async () => ({ store: new MemoryStore() }), { durable: false, runs: 150 });

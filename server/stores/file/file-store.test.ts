import { join } from 'node:path';
import { storeContract } from '../contract.suite.ts';
import { temporaryFolder } from '../sqlite/drivers.suite.ts';
import { FileStore } from './file-store.ts';

storeContract(
  'files',
  async () => {
    const { dir, remove } = temporaryFolder();
    const folder = join(dir, 'tasks');
    const opened = [await FileStore.open(folder)];
    return {
      store: opened[0] as FileStore,
      async reopen() {
        const store = await FileStore.open(folder);
        opened.push(store);
        return store;
      },
      async dispose() {
        for (const store of opened) await store.close();
        remove();
      },
    };
  },
  { durable: true, runs: 30 },
);

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeContract } from '../contract.suite.ts';
import { alice, changed, created, rowOf } from '../samples.suite.ts';
import { onDisk } from '../temporary.suite.ts';
import { FileStore } from './file-store.ts';
import { VolatileDisk } from './volatile-disk.suite.ts';

storeContract(
  'files',
  onDisk((dir) => FileStore.open(join(dir, 'new', 'tasks'))),
  { durable: true, runs: 15 },
);

storeContract(
  'files, on a disk in memory',
  async () => {
    const disk = new VolatileDisk();
    return { store: await FileStore.open('/d', disk), reopen: () => FileStore.open('/d', disk) };
  },
  { durable: true, runs: 60 },
);

/** A disk whose next `operation` waits until it is let go. */
function held(operation: string): { readonly disk: VolatileDisk; readonly letGo: () => void } {
  const disk = new VolatileDisk();
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  disk.before = (op) => (op === operation ? gate : undefined);
  return { disk, letGo };
}

it('S23 (R3): nobody sees a write before it is stable', async () => {
  const open = new VolatileDisk();
  const store = await FileStore.open('/d', open);
  const row = await created(store, 'tsk_1');
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  open.before = (op) => (op === 'syncFolder' ? gate : undefined);
  const writing = changed(store, row, { statusMessage: 'new' });
  await open.list('/d');
  expect(await rowOf(store, 'tsk_1')).toEqual(row);
  letGo();
  expect(await writing).toEqual({ kind: 'committed' });
  expect(await rowOf(store, 'tsk_1')).toMatchObject({ statusMessage: 'new' });
});

it('S28: close waits for the writes under way', async () => {
  const { disk, letGo } = held('rename');
  const store = await FileStore.open('/d', disk);
  const writing = created(store, 'tsk_1');
  const order: string[] = [];
  const closing = store.close().then(() => order.push('closed'));
  void writing.then(() => order.push('written'));
  letGo();
  await closing;
  expect(order).toEqual(['written', 'closed']);
  const again = await FileStore.open('/d', disk);
  expect(await again.find('tsk_1', alice)).toMatchObject({ kind: 'task' });
});

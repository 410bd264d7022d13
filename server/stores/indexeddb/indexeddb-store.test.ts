import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, it } from 'vitest';
import { storeContract } from '../contract.suite.ts';
import type { Made } from '../make.suite.ts';
import { alice, changed, created, rowOf } from '../samples.suite.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { STORES } from './layout.ts';

let count = 0;
const open: IndexedDbStore[] = [];

async function opened(name: string): Promise<IndexedDbStore> {
  const store = await IndexedDbStore.open(name);
  open.push(store);
  return store;
}

async function made(): Promise<Made> {
  count += 1;
  const name = `contract-${count}`;
  return { store: await opened(name), reopen: () => opened(name), dispose };
}

async function dispose(): Promise<void> {
  for (const store of open.splice(0)) await store.close();
}

afterEach(dispose);

storeContract('IndexedDB', made, { durable: true, runs: 15 });

it('S6 (R72): of commits by two tabs upon one revision exactly one wins', async () => {
  const tabs = [await opened('two-tabs'), await opened('two-tabs')];
  const [first] = tabs;
  if (first === undefined) throw new Error('no store');
  const row = await created(first, 'tsk_1');
  const outcomes = await Promise.all(
    tabs.flatMap((tab) => [1, 2, 3].map((n) => changed(tab, row, { statusMessage: String(n) }))),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['committed', ...Array(5).fill('conflict')]);
  expect((await first.events('tsk_1')).map(({ revision }) => revision)).toEqual([1, 2]);
});

it('S23: every write asks the browser for the disk', async () => {
  const asked: unknown[] = [];
  const real = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (mode === 'readwrite') asked.push(options?.durability);
    return real.call(this, names, mode, options);
  };
  try {
    const store = await opened('strict');
    await changed(store, await created(store, 'tsk_1'));
    expect(asked).toEqual(['strict', 'strict']);
  } finally {
    IDBDatabase.prototype.transaction = real;
  }
});

it('S24: a write that finds no more room is `full` and changed nothing', async () => {
  const store = await opened('full');
  const row = await created(store, 'tsk_1');
  const real = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = () => {
    throw new DOMException('no more room', 'QuotaExceededError');
  };
  try {
    await expect(changed(store, row, { statusMessage: 'new' })).rejects.toMatchObject({ code: 'full' });
  } finally {
    IDBObjectStore.prototype.add = real;
  }
  expect(await rowOf(store, 'tsk_1')).toEqual(row);
  expect((await store.events('tsk_1')).length).toBe(1);
  expect(await changed(store, row)).toEqual({ kind: 'committed' });
});

it('S26: what a newer version wrote is refused and not touched', async () => {
  const newer = await openDB('newer', 9, { upgrade: (db) => void db.createObjectStore('tasks') });
  await newer.put('tasks', 'as it was', 'tsk_1');
  newer.close();
  await expect(IndexedDbStore.open('newer')).rejects.toMatchObject({
    code: 'newer-version',
    message: expect.stringContaining('left as it is'),
  });
  const again = await openDB('newer');
  expect([again.version, [...again.objectStoreNames]]).toEqual([9, ['tasks']]);
  expect(await again.get('tasks', 'tsk_1')).toBe('as it was');
  again.close();
});

it('S26: a page gives way to a newer one in another tab, and says what to do', async () => {
  const store = await opened('taken');
  await created(store, 'tsk_1');
  const newer = await openDB('taken', 9);
  newer.close();
  await expect(store.find('tsk_1', alice)).rejects.toThrow('reload this page');
});

it('version 1 has these stores and indexes: a change of them is a new version', async () => {
  await opened('layout');
  const db = await openDB('layout');
  const tx = db.transaction([...STORES]);
  const layout = Object.fromEntries(STORES.map((name) => [name, [...tx.objectStore(name).indexNames]]));
  expect(db.version).toBe(1);
  expect(layout).toEqual({
    tasks: ['ended', 'lease', 'open', 'owner', 'ready', 'wake'],
    events: ['task'],
    marks: ['time'],
    kept: [],
    order: [],
  });
  db.close();
});

import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { Worlds } from '../derive/worlds.ts';
import { writeEvents } from './codec.ts';
import { DATABASE, DATABASE_VERSION, NewerDatabase, openIndexedStorage } from './indexed-storage.ts';
import { LogStore } from './log-store.ts';
import type { RecordingMeta } from './recording-storage.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const META: RecordingMeta = {
  id: 'r',
  version: 1,
  startedAt: 1,
  updatedAt: 2,
  endpoint: null,
  events: 0,
  open: false,
};

function lines(from: number, to: number): string {
  const log = new LogStore();
  log.append(
    Array.from({ length: to }, (_, i) => ({
      ...{
        kind: 'note' as const,
        mono: i,
        wall: i,
        recording: 'r',
        tab: 't',
        endpoint: null,
        exchange: null,
      },
      ...{ cause: null, method: null, status: null, headers: null, view: null, body: null, data: { n: i } },
    })),
  );
  return writeEvents(Array.from({ length: to - from }, (_, i) => log.read(from + i)));
}

describe('chunks', () => {
  test.each([
    [
      'in order',
      [
        [0, 3],
        [3, 5],
      ],
      5,
      false,
    ],
    [
      'overlapping: a chunk that had failed was written again, longer',
      [
        [0, 3],
        [2, 5],
      ],
      5,
      false,
    ],
    [
      'with a gap: what follows it is lost',
      [
        [0, 3],
        [4, 6],
      ],
      3,
      true,
    ],
    ['without their beginning', [[2, 4]], 0, true],
    ['without their end', [[0, 3]], 3, true],
  ])('%s', async (_, chunks, events, lostTail) => {
    const storage = await openIndexedStorage(() => undefined);
    for (const [from = 0, to = 0] of chunks)
      await storage.save(
        { ...META, events: lostTail ? 6 : to },
        { recording: 'r', from, text: lines(from, to) },
      );
    const loaded = await storage.load('r');
    expect(loaded?.events.map(({ seq }) => seq)).toEqual(Array.from({ length: events }, (_, i) => i));
    expect(loaded?.lostTail).toBe(lostTail);
  });

  test('a chunk that was cut in the middle of a line loses its rest', async () => {
    const storage = await openIndexedStorage(() => undefined);
    await storage.save({ ...META, events: 3 }, { recording: 'r', from: 0, text: lines(0, 3).slice(0, -20) });
    expect(await storage.load('r')).toMatchObject({ events: { length: 2 }, lostTail: true });
  });

  test('recordings do not mix, and one can be removed', async () => {
    const storage = await openIndexedStorage(() => undefined);
    await storage.save({ ...META, events: 2 }, { recording: 'r', from: 0, text: lines(0, 2) });
    await storage.save({ ...META, id: 'r2', events: 3 }, { recording: 'r2', from: 0, text: lines(0, 3) });
    expect((await storage.load('r'))?.events).toHaveLength(2);
    const back = await storage.remove('r');
    expect(await storage.load('r')).toBeUndefined();
    expect((await storage.list()).map(({ id }) => id)).toEqual(['r2']);
    expect(await storage.remove('r')).toBeUndefined();
    await back?.();
    expect(await storage.load('r')).toMatchObject({ meta: { ...META, events: 2 }, events: { length: 2 } });
    expect((await storage.load('r2'))?.events).toHaveLength(3);
  });
});

describe('versions', () => {
  test('a recording of a newer version is not read', async () => {
    const storage = await openIndexedStorage(() => undefined);
    await storage.save({ ...META, version: 2 }, { recording: 'r', from: 0, text: '???' });
    expect(await storage.load('r')).toBeUndefined();
    expect(await storage.list()).toHaveLength(1);
  });

  test('a database of a newer program is refused, and stays as it was', async () => {
    const newer = await openDB(DATABASE, DATABASE_VERSION + 1, {
      upgrade: (db) => void db.createObjectStore('recordings').put({ shape: 'unknown' }, 'x'),
    });
    newer.close();
    await expect(openIndexedStorage(() => undefined)).rejects.toThrow(NewerDatabase);
    const still = await openDB(DATABASE);
    expect(still.version).toBe(DATABASE_VERSION + 1);
    expect(await still.get('recordings', 'x')).toEqual({ shape: 'unknown' });
  });

  test('a newer program in another tab gets the database, and this one is told', async () => {
    const lost: string[] = [];
    await openIndexedStorage((reason) => lost.push(reason));
    const newer = await openDB(DATABASE, DATABASE_VERSION + 1);
    expect(newer.version).toBe(DATABASE_VERSION + 1);
    expect(lost).toEqual([expect.stringContaining('newer')]);
  });

  // The file was written by version 1 and is kept as it is; later versions must go on reading it.
  test('the kept database of version 1 is brought up to date and read', async () => {
    const kept = JSON.parse(
      readFileSync(new URL('./fixtures/database-v1.json', import.meta.url), 'utf8'),
    ) as {
      version: number;
      recordings: unknown[];
      chunks: unknown[];
    };
    const old = await openDB(DATABASE, kept.version, {
      upgrade(db) {
        db.createObjectStore('recordings', { keyPath: 'id' });
        db.createObjectStore('chunks', { keyPath: ['recording', 'from'] });
      },
    });
    for (const row of kept.recordings) await old.put('recordings', row);
    for (const row of kept.chunks) await old.put('chunks', row);
    old.close();

    const storage = await openIndexedStorage(() => undefined);
    const [meta] = await storage.list();
    const stored = await storage.load(meta?.id ?? '');
    expect(stored).toMatchObject({ lostTail: false, events: { length: meta?.events } });
    const log = new LogStore();
    log.append(stored?.events ?? []);
    const tasks = [...new Worlds(log).at().tasks.values()];
    expect(tasks.map(({ status, questions }) => [status, questions.map(({ state }) => state)])).toEqual([
      ['completed', ['answered']],
    ]);
  });
});

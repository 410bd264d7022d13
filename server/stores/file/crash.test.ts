import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TaskRow } from '../../ports/task-store.ts';
import { alice, changed, claimed, created, rowOf, T0 } from '../samples.suite.ts';
import { FileStore } from './file-store.ts';
import { type Operation, systemError, VolatileDisk } from './volatile-disk.suite.ts';

const DIR = '/data/tasks';

/** Lets `operation` fail, from the next one on, the given number of times. */
function failing(disk: VolatileDisk, operation: Operation, code: string, times = 1): void {
  let left = times;
  disk.before = (op) => {
    if (op === operation && left > 0) {
      left -= 1;
      throw systemError(code);
    }
  };
}

const BEFORE_RENAME = [
  ['write', 'ENOSPC', 'full'],
  ['write', 'EDQUOT', 'full'],
  ['sync', 'ENOSPC', 'full'],
  ['sync', 'EIO', 'io'],
  ['rename', 'EACCES', 'io'],
] as const;

for (const [operation, code, expected] of BEFORE_RENAME) {
  it(`S24: ${code} at ${operation} is StoreError ${expected}; nothing is changed and nothing is left behind`, async () => {
    const disk = new VolatileDisk();
    const store = await FileStore.open(DIR, disk);
    const row = await created(store, 'tsk_1');
    const files = disk.files;
    for (const attempt of [
      () => created(store, 'tsk_2'),
      () => changed(store, row),
      () => claimed(store, 'w', T0),
    ]) {
      failing(disk, operation, code);
      await expect(attempt()).rejects.toMatchObject({
        name: 'StoreError',
        code: expected,
        message: /\/task-tsk_/,
      });
      expect(disk.files).toEqual(files);
    }
    for (const one of [store, await FileStore.open(DIR, disk)]) {
      expect(await rowOf(one, 'tsk_1')).toEqual(row);
      expect(await one.find('tsk_2', alice)).toBeUndefined();
    }
    expect(await changed(store, row)).toEqual({ kind: 'committed' });
    await created(store, 'tsk_2');
  });
}

it('S24: a failure between rename and folder fsync is taken back, for old tasks and new ones', async () => {
  const disk = new VolatileDisk();
  const store = await FileStore.open(DIR, disk);
  const row = await created(store, 'tsk_1');
  const files = disk.files;
  failing(disk, 'syncFolder', 'EIO');
  await expect(changed(store, row, { statusMessage: 'lost' })).rejects.toMatchObject({ code: 'io' });
  failing(disk, 'syncFolder', 'EIO');
  await expect(created(store, 'tsk_2')).rejects.toMatchObject({ code: 'io' });
  expect(disk.files).toEqual(files);
  expect(disk.afterPowerCut().files).toEqual(files);
  expect(await rowOf(store, 'tsk_1')).toEqual(row);
  expect(await changed(store, row)).toEqual({ kind: 'committed' });
});

it('S24: what can be neither stored nor taken back is in doubt: not served until the next start, others are', async () => {
  const disk = new VolatileDisk();
  const store = await FileStore.open(DIR, disk);
  const row = await created(store, 'tsk_1', { wakeAt: T0 });
  await created(store, 'tsk_2', { wakeAt: T0 + 1 });
  failing(disk, 'syncFolder', 'EIO', 2);
  const queued = [changed(store, row), changed(store, row), store.release('tsk_1', 0)];
  for (const call of queued) await expect(call).rejects.toThrow('not served until the next start');
  for (const call of [
    store.find('tsk_1', alice),
    store.events('tsk_1'),
    changed(store, row),
    created(store, 'tsk_1'),
  ])
    await expect(call).rejects.toThrow('not served until the next start');
  expect((await claimed(store, 'w', T0 + 1)).taskId).toBe('tsk_2');
  expect(await store.claim('w', T0 + 1, 1)).toBeUndefined();
  const again = await FileStore.open(DIR, disk);
  expect(await rowOf(again, 'tsk_1')).toEqual(row);
});

it('S24: a purge that fails half way keeps the marks that it made', async () => {
  const disk = new VolatileDisk();
  const store = await FileStore.open(DIR, disk);
  for (const id of ['a', 'b'])
    await created(store, `tsk_${id}`, { status: 'failed', wakeAt: null, ttlMs: 1 });
  let renames = 0;
  disk.before = (op) => {
    if (op === 'rename' && ++renames === 2) throw systemError('ENOSPC');
  };
  await expect(store.purge(T0 + 1, 0, 10)).rejects.toMatchObject({ code: 'full' });
  expect(await store.find('tsk_a', alice)).toMatchObject({ kind: 'expired' });
  expect(await store.find('tsk_b', alice)).toMatchObject({ kind: 'task' });
  expect(await store.purge(T0 + 1, 0, 10)).toBe(1);
});

it('S23: a start makes stable what it serves, so that a power cut after a kill cannot take it back', async () => {
  const disk = new VolatileDisk();
  const store = await FileStore.open(DIR, disk);
  let killed = false;
  disk.before = (op) => {
    killed ||= op === 'syncFolder';
    if (killed) throw new Error('the process is gone');
  };
  await expect(created(store, 'tsk_1')).rejects.toThrow();
  disk.before = () => undefined;
  const again = await FileStore.open(DIR, disk);
  const row = await rowOf(again, 'tsk_1');
  expect(await rowOf(await FileStore.open(DIR, disk.afterPowerCut()), 'tsk_1')).toEqual(row);
});

const script = fc.array(
  fc.record({
    id: fc.constantFrom('tsk_a', 'tsk_b', 'tsk_c'),
    what: fc.constantFrom('write', 'write', 'claim'),
  }),
  { minLength: 1, maxLength: 12 },
);

it('S23 (R3, R72): after a power cut at any operation, what was acknowledged is there and nothing is half-written', async () => {
  const cut = fc.asyncProperty(
    script,
    fc.nat(60),
    fc.infiniteStream(fc.boolean()),
    fc.boolean(),
    async (steps, at, coins, unlucky) => {
      const disk = new VolatileDisk();
      const store = await FileStore.open(DIR, disk);
      let operations = 0;
      disk.before = () => {
        operations += 1;
        if (operations > at) throw new Error('the power is gone');
      };
      const acknowledged = new Map<string, TaskRow>();
      const perhaps = new Set<string>();
      for (const { id, what } of steps) {
        const row = acknowledged.get(id);
        try {
          if (what === 'claim') {
            const taken = await store.claim('w', T0, 0);
            if (taken !== undefined) acknowledged.set(taken.taskId, taken);
          } else if (row === undefined) acknowledged.set(id, await created(store, id));
          else {
            await changed(store, row, { statusMessage: `${row.revision}` });
            acknowledged.set(id, await rowOf(store, id));
          }
        } catch {
          perhaps.add(id);
          break;
        }
      }
      const after = await FileStore.open(
        DIR,
        disk.afterPowerCut(() => !unlucky && coins.next().value === true),
      );
      expect(after.refused).toEqual([]);
      for (const [id, row] of acknowledged) {
        const found = await rowOf(after, id);
        expect(await after.events(id)).toHaveLength(found.revision);
        expect(found.revision).toBeGreaterThanOrEqual(row.revision);
        expect(found.epoch).toBeGreaterThanOrEqual(row.epoch);
        expect(found.revision + found.epoch - row.revision - row.epoch).toBeLessThanOrEqual(perhaps.size);
      }
    },
  );
  await fc.assert(cut, { numRuns: 500 });
});

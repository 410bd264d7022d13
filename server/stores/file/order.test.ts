import { expect, it } from 'vitest';
import { changed, created, T0 } from '../samples.suite.ts';
import { FileStore } from './file-store.ts';
import { VolatileDisk } from './volatile-disk.suite.ts';

it('S35: a commit behind one that is under way is not told before it; a write that failed leaves its place empty', async () => {
  const disk = new VolatileDisk();
  const store = await FileStore.open('/d', disk);
  const row = await created(store, 'tsk_1');
  let fail: () => void = () => {};
  disk.before = (operation, path) =>
    operation === 'sync' && path.includes('tsk_1')
      ? new Promise((_, reject) => {
          fail = () => reject(Object.assign(new Error('planted'), { code: 'EIO' }));
        })
      : undefined;
  const slow = changed(store, row);
  await created(store, 'tsk_2');
  expect(await store.transitions(0, 9)).toMatchObject({ events: [{ seq: 1 }], upTo: 1 });
  fail();
  await expect(slow).rejects.toThrow('planted');
  expect(await store.transitions(1, 9)).toMatchObject({ events: [{ seq: 3, taskId: 'tsk_2' }], upTo: 3 });
  const again = await FileStore.open('/d', disk);
  disk.before = () => undefined;
  await changed(again, row, { lastUpdatedAt: T0 + 1 });
  expect((await again.transitions(3, 9)).events).toMatchObject([{ seq: 4, taskId: 'tsk_1', revision: 2 }]);
});

it('S25 S26: a torn or newer file of a kept thing is named and left; tasks are served', async () => {
  const torn = new VolatileDisk(new Map([['/d/kept-clock.json', '{"taskscope":"kept","version":1,"va']]));
  const newer = new VolatileDisk(
    new Map([['/d/kept-clock.json', '{"taskscope":"kept","version":9,"value":1}\n']]),
  );
  for (const [disk, code] of [
    [torn, 'torn'],
    [newer, 'newer-version'],
  ] as const) {
    const store = await FileStore.open('/d', disk);
    expect(store.refused).toMatchObject([{ code, message: expect.stringContaining('/d/kept-clock.json') }]);
    expect(await store.kept('clock')).toBeUndefined();
    await created(store, 'tsk_1');
    expect([...disk.files.keys()]).toContain('/d/kept-clock.json');
  }
});

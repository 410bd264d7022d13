import { expect, it } from 'vitest';
import { alice, changed, created, rowOf, T0 } from '../samples.suite.ts';
import type { SqlDriver } from './driver.ts';
import { watched } from './watched.suite.ts';

/** S3, S20: what is remembered of a task is never older than what is stored. */
export function sqliteRecent(driver: SqlDriver): void {
  it('S3, S20: a task that was read before is read as it stands now, also after another process wrote it', () =>
    watched(driver, async ({ store, other }) => {
      const first = await created(store, 'tsk_1', { statusMessage: 'one' });
      const { store: elsewhere } = other();
      for (const reader of [store, elsewhere, store])
        expect(await rowOf(reader, 'tsk_1')).toMatchObject({ revision: 1, statusMessage: 'one' });
      await changed(elsewhere, first, { statusMessage: 'two' });
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ revision: 2, statusMessage: 'two' });
      const held = await elsewhere.claim('w', T0, 1_000);
      const seen = await rowOf(store, 'tsk_1');
      expect([seen.epoch, seen.lease]).toEqual([held?.epoch ?? 0, held?.lease ?? null]);
      expect(seen.statusMessage).toBe('two');
    }));

  it('S3, S20: what this process itself changes of a task that was read is read at once', () =>
    watched(driver, async ({ store }) => {
      const first = await created(store, 'tsk_1', { ttlMs: 1, wakeAt: T0 });
      const seen = await rowOf(store, 'tsk_1');
      // As long as nothing has been written the same object is given, so the file was not asked for it.
      expect(await rowOf(store, 'tsk_1')).toBe(seen);
      const held = await store.claim('w', T0, 1_000);
      expect(await rowOf(store, 'tsk_1')).toEqual(held);
      await store.release('tsk_1', 1);
      expect((await rowOf(store, 'tsk_1')).lease).toBeNull();
      await changed(store, first, { status: 'completed', wakeAt: null });
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ revision: 2, status: 'completed' });
      await store.purge(T0 + 10, 1, 9);
      expect((await store.find('tsk_1', alice))?.kind).toBe('expired');
      await store.forget(T0 + 20, 1, 9);
      await created(store, 'tsk_1', { statusMessage: 'new' });
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ revision: 1, statusMessage: 'new' });
    }));

  it('S4 (R7, R70): a task that was read by its owner is unknown to everybody else all the same', () =>
    watched(driver, async ({ store }) => {
      await created(store, 'tsk_1');
      await rowOf(store, 'tsk_1');
      for (const other of [
        { ...alice, principal: 'x' },
        { ...alice, tenant: 'x' },
      ])
        expect(await store.find('tsk_1', other)).toBeUndefined();
      expect(await store.find('tsk_1', alice)).toBeDefined();
    }));

  it('S4, S25: look-ups of one turn have each their own answer; a row that cannot be read fails its own alone', () =>
    watched(driver, async ({ store, db }) => {
      for (const id of ['tsk_1', 'tsk_bad', 'tsk_2']) await created(store, id);
      db.exec("UPDATE task SET rest = '{' WHERE task_id = 'tsk_bad'");
      const asked = [
        store.find('tsk_1', alice),
        store.find('tsk_bad', alice),
        store.find('tsk_2', { ...alice, tenant: 'x' }),
        store.find('tsk_none', alice),
        store.find('tsk_2', alice),
      ];
      expect(await Promise.allSettled(asked)).toMatchObject([
        { value: { row: { taskId: 'tsk_1' } } },
        { status: 'rejected' },
        { status: 'fulfilled', value: undefined },
        { status: 'fulfilled', value: undefined },
        { value: { row: { taskId: 'tsk_2' } } },
      ]);
      const last = store.find('tsk_1', alice);
      await store.close();
      expect(await last).toMatchObject({ row: { taskId: 'tsk_1' } });
      await expect(store.find('tsk_1', alice)).rejects.toThrow('closed');
    }));

  it('S20: an id that is used again, after its mark has gone, is the new task', () =>
    watched(driver, async ({ store, other }) => {
      const over = { status: 'completed', ttlMs: 1, wakeAt: null } as const;
      await created(store, 'tsk_1', { ...over, statusMessage: 'old' });
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ statusMessage: 'old' });
      const { store: elsewhere } = other();
      const later = T0 + 10;
      expect([await elsewhere.purge(later, 1, 9), await elsewhere.forget(later + 10, 1, 9)]).toEqual([1, 1]);
      await created(elsewhere, 'tsk_1', { createdAt: later, statusMessage: 'new' });
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ statusMessage: 'new' });
      // Here, and of the very same revision and time.
      await created(store, 'tsk_2', { ...over, statusMessage: 'old' });
      await rowOf(store, 'tsk_2');
      expect([await elsewhere.purge(later, 1, 9), await elsewhere.forget(later + 10, 1, 9)]).toEqual([1, 1]);
      await created(store, 'tsk_2', { statusMessage: 'new' });
      expect(await rowOf(store, 'tsk_2')).toMatchObject({ statusMessage: 'new' });
    }));

  it('what is remembered has an end: of more tasks than that each is still read whole', () =>
    watched(driver, async ({ store }) => {
      const ids = Array.from({ length: 1_100 }, (_, i) => `tsk_${i}`);
      await Promise.all(ids.map((id) => created(store, id, { statusMessage: id })));
      for (const _ of [1, 2])
        for (const id of ids) {
          const found = await store.find(id, alice);
          expect(found?.kind === 'task' && found.row.statusMessage).toBe(id);
        }
    }));
}

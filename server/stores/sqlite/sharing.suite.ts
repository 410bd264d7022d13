import { expect, it } from 'vitest';
import { alice, changed, claimed, created, rowOf, T0 } from '../samples.suite.ts';
import { inTransaction, type SqlDriver } from './driver.ts';
import { watched } from './watched.suite.ts';

/** S1, S6, S13 between two connections, as between two processes. */
export function sqliteSharing(driver: SqlDriver): void {
  it('S1 (R3): a task is there for another process as soon as its creation resolves', () =>
    watched(driver, async ({ store, other }) => {
      const { store: replica } = other();
      const row = await created(store, 'tsk_1');
      expect(await rowOf(replica, 'tsk_1')).toEqual(row);
      expect(await changed(replica, row, { statusMessage: 'there' })).toEqual({ kind: 'committed' });
      expect(await changed(store, row, { statusMessage: 'here' })).toEqual({ kind: 'conflict' });
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ statusMessage: 'there' });
    }));

  it('S10, S13 (R72, R78): a lease and its fence hold between processes', () =>
    watched(driver, async ({ store, other }) => {
      const { store: replica } = other();
      await created(store, 'tsk_1');
      const zombie = await claimed(store, 'w1', T0, 500);
      expect(await replica.claim('w2', T0 + 499, 500)).toBeUndefined();
      const heir = await claimed(replica, 'w2', T0 + 500, 500);
      const done = { status: 'completed', wakeAt: null, lease: null } as const;
      expect(await changed(store, zombie, done, zombie.epoch)).toEqual({ kind: 'fenced' });
      expect(await changed(replica, heir, done, heir.epoch)).toEqual({ kind: 'committed' });
      expect(await store.events('tsk_1')).toHaveLength(2);
    }));

  it('S6 (R72): a write holds the lock before it looks, so that nobody writes between look and change', () =>
    watched(driver, async ({ db, other }) => {
      const { db: rival } = other();
      rival.exec('PRAGMA busy_timeout = 0');
      expect(() => inTransaction(db, () => rival.exec('BEGIN IMMEDIATE'))).toThrow('locked');
      rival.exec('BEGIN IMMEDIATE; ROLLBACK');
    }));

  it('a file that another process keeps locked is StoreError locked; nothing is changed, and it goes on after that', () =>
    watched(driver, async ({ store, db, other, path }) => {
      const row = await created(store, 'tsk_1');
      const holder = other();
      db.exec('PRAGMA busy_timeout = 0');
      holder.db.exec('BEGIN IMMEDIATE');
      const locked = { name: 'StoreError', code: 'locked', message: expect.stringContaining(path) };
      await expect(changed(store, row)).rejects.toMatchObject(locked);
      await expect(store.claim('w', T0, 1)).rejects.toMatchObject(locked);
      expect(await store.find('tsk_1', alice)).toEqual({ kind: 'task', row });
      holder.db.exec('ROLLBACK');
      expect(await changed(store, row)).toEqual({ kind: 'committed' });
    }));
}

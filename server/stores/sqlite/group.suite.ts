import { expect, it } from 'vitest';
import { alice, changed, claimed, created, eventOf, newRow, rowOf, T0 } from '../samples.suite.ts';
import type { SqlDatabase, SqlDriver } from './driver.ts';
import { watched } from './watched.suite.ts';

/** Notes the statements that `db` executes from now on; `fail` throws in place of one. */
function noted(db: SqlDatabase, fail: (sql: string) => Error | undefined = () => undefined): string[] {
  const notes: string[] = [];
  const { exec } = db;
  Object.assign(db, {
    exec(sql: string) {
      const error = fail(sql);
      if (error !== undefined) throw error;
      exec.call(db, sql);
      notes.push(sql);
    },
  });
  return notes;
}

/** S34: writes that come together share one commit, and stand or fall alone. */
export function sqliteGroups(driver: SqlDriver): void {
  it('S34 (R3, R72): writes that come together share one transaction, and none is acknowledged before its commit', () =>
    watched(driver, async ({ store, db }) => {
      const due = await created(store, 'tsk_due', { wakeAt: T0 - 1 });
      const notes = noted(db);
      const say = (what: string) => () => void notes.push(what);
      await Promise.all([
        created(store, 'tsk_1').then(say('created')),
        created(store, 'tsk_2').then(say('created')),
        changed(store, due, { statusMessage: 'on its way' }).then(say('committed')),
        store.claim('w', T0, 1_000).then(say('claimed')),
      ]);
      expect(notes.slice(0, 2)).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
      expect(notes.slice(2).sort()).toEqual(['claimed', 'committed', 'created', 'created']);
      expect(await rowOf(store, 'tsk_due')).toMatchObject({ revision: 2, lease: { worker: 'w' } });
    }));

  it('S34 (R72): where one of them is refused, the others are stored all the same, each once', () =>
    watched(driver, async ({ store, db }) => {
      const row = await created(store, 'tsk_1');
      const again = newRow('tsk_1', { statusMessage: 'a second one' });
      const results = await Promise.allSettled([
        changed(store, row, { statusMessage: 'first' }),
        store.create(again, eventOf(again, 'created')),
        created(store, 'tsk_2'),
        changed(store, row, { statusMessage: 'second' }),
      ]);
      expect(results).toMatchObject([
        { value: { kind: 'committed' } },
        { reason: { message: 'task tsk_1 exists already' } },
        { status: 'fulfilled' },
        { value: { kind: 'conflict' } },
      ]);
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ revision: 2, statusMessage: 'first' });
      expect([await store.events('tsk_1'), await store.events('tsk_2')].map(({ length }) => length)).toEqual([
        2, 1,
      ]);
      const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
      db.exec(`PRAGMA max_page_count = ${pages}`);
      const [large, small] = await Promise.allSettled([
        created(store, 'tsk_3', { result: { text: 'x'.repeat(100_000) } }),
        store.claim('w', T0, 1_000),
      ]);
      expect(large).toMatchObject({ reason: { name: 'StoreError', code: 'full' } });
      expect(small).toMatchObject({ value: { taskId: 'tsk_1', epoch: 1 } });
      expect(await store.find('tsk_3', alice)).toBeUndefined();
    }));

  it('S34 (R3): where the commit itself fails, none is acknowledged, and none is stored', () =>
    watched(driver, async ({ store, db }) => {
      let broken = true;
      noted(db, (sql) => (broken && sql === 'COMMIT' ? new Error('the disk is gone') : undefined));
      const results = await Promise.allSettled([created(store, 'tsk_1'), created(store, 'tsk_2')]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      broken = false;
      expect(await store.find('tsk_1', alice)).toBeUndefined();
      expect(await store.find('tsk_2', alice)).toBeUndefined();
      await created(store, 'tsk_1');
    }));

  it('S34: a lock that is not to be had is waited for once, not once for each write', () =>
    watched(driver, async ({ store, db, other }) => {
      const holder = other();
      db.exec('PRAGMA busy_timeout = 0');
      holder.db.exec('BEGIN IMMEDIATE');
      let tries = 0;
      noted(db, (sql) => {
        tries += sql === 'BEGIN IMMEDIATE' ? 1 : 0;
        return undefined;
      });
      const results = await Promise.allSettled([created(store, 'tsk_1'), created(store, 'tsk_2')]);
      const locked = { reason: { name: 'StoreError', code: 'locked' } };
      expect(results).toMatchObject([locked, locked]);
      expect(tries).toBe(1);
      holder.db.exec('ROLLBACK');
    }));

  it('S28, S34: close waits for the writes that wait', () =>
    watched(driver, async ({ store, other }) => {
      const writes = [created(store, 'tsk_1'), created(store, 'tsk_2')];
      await store.close();
      await Promise.all(writes);
      expect(await claimed(other().store, 'w', T0)).toMatchObject({ taskId: 'tsk_1' });
    }));
}

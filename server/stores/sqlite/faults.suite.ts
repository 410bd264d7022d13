import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alice, changed, claimed, created, rowOf, T0 } from '../samples.suite.ts';
import { inFolder } from '../temporary.suite.ts';
import type { SqlDriver } from './driver.ts';
import { SqliteStore } from './sqlite-store.ts';
import { STATEMENT_TEXTS } from './statements.ts';
import { watched } from './watched.suite.ts';

/** S8, S23 to S25 for SQLite: settings, full disk, torn file, failure inside a transaction. */
export function sqliteFaults(driver: SqlDriver): void {
  it('S23 (R72): a commit is on the disk when it is acknowledged: WAL with synchronous=FULL', () =>
    watched(driver, async ({ db }) => {
      expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
      expect(db.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 });
      expect(db.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5_000 });
    }));

  it('S24: a full disk is StoreError full; row and event are both as before, and it goes on when there is room', () =>
    watched(driver, async ({ store, db, path }) => {
      const row = await created(store, 'tsk_1', { status: 'working' });
      const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
      db.exec(`PRAGMA max_page_count = ${pages}`);
      const large = { result: { text: 'x'.repeat(100_000) } };
      const full = { name: 'StoreError', code: 'full', message: expect.stringContaining(path) };
      await expect(changed(store, row, large)).rejects.toMatchObject(full);
      await expect(created(store, 'tsk_2', large)).rejects.toMatchObject(full);
      expect(await rowOf(store, 'tsk_1')).toEqual(row);
      expect(await store.find('tsk_2', alice)).toBeUndefined();
      expect([await store.events('tsk_1'), await store.events('tsk_2')]).toMatchObject([
        [{ revision: 1 }],
        [],
      ]);
      db.exec('PRAGMA max_page_count = 1000000');
      expect(await changed(store, row, large)).toEqual({ kind: 'committed' });
      await created(store, 'tsk_2', large);
    }));

  it('S24: a full disk at a claim is told, nobody holds the task, and it is claimed when there is room', () =>
    watched(driver, async ({ store, db, path }) => {
      const row = await created(store, 'tsk_1');
      const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
      db.exec(`PRAGMA max_page_count = ${pages}`);
      // A lease of a few bytes may fit into the page of its row: this one needs pages of its own.
      const worker = 'w'.repeat(50_000);
      const full = { name: 'StoreError', code: 'full', message: expect.stringContaining(path) };
      await expect(store.claim(worker, T0, 1_000)).rejects.toMatchObject(full);
      expect(await rowOf(store, 'tsk_1')).toEqual(row);
      db.exec('PRAGMA max_page_count = 1000000');
      expect(await store.claim(worker, T0, 1_000)).toMatchObject({ taskId: 'tsk_1', epoch: 1 });
    }));

  it('S24: a claim or a release whose commit fails is told and is as if it had not been', () =>
    watched(driver, async ({ store, db }) => {
      const row = await created(store, 'tsk_1');
      const exec = db.exec.bind(db);
      const failing = async (work: () => Promise<unknown>): Promise<void> => {
        db.exec = (sql) => {
          if (sql === 'COMMIT') throw new Error('no room for the commit');
          exec(sql);
        };
        await expect(work()).rejects.toThrow('no room for the commit');
        db.exec = exec;
      };
      await failing(() => store.claim('w', T0, 1_000));
      expect(await rowOf(store, 'tsk_1')).toEqual(row);
      const held = await claimed(store, 'w', T0);
      await failing(() => store.release('tsk_1', held.epoch));
      expect(await rowOf(store, 'tsk_1')).toEqual(held);
    }));

  it('S8 (R72): where the event cannot be stored, neither is the row, at creation and at commit', () =>
    watched(driver, async ({ store, db }) => {
      const row = await created(store, 'tsk_1');
      for (const [id, revision] of [
        ['tsk_1', 2],
        ['tsk_2', 1],
      ] as const)
        db.exec(
          'INSERT INTO event (task_id, revision, at, kind, to_status) ' +
            `VALUES ('${id}', ${revision}, 0, 'planted', 'working')`,
        );
      await expect(changed(store, row, { statusMessage: 'half' })).rejects.toMatchObject({
        name: 'StoreError',
      });
      await expect(created(store, 'tsk_2')).rejects.toMatchObject({ name: 'StoreError' });
      expect(await rowOf(store, 'tsk_1')).toEqual(row);
      expect(await store.find('tsk_2', alice)).toBeUndefined();
    }));

  it('S17: a purge is one transaction: where one mark cannot be made, none is', () =>
    watched(driver, async ({ store, db }) => {
      for (const id of ['a', 'b'])
        await created(store, `tsk_${id}`, { status: 'failed', wakeAt: null, ttlMs: 1 });
      db.exec("INSERT INTO purged VALUES ('tsk_b', 'acme', 'alice', 0)");
      await expect(store.purge(T0 + 1, 0, 10)).rejects.toMatchObject({ name: 'StoreError' });
      expect(await rowOf(store, 'tsk_a')).toMatchObject({ status: 'failed' });
    }));

  it('S25: a file that is not a whole database is StoreError torn, by its name, and is left as it is', () =>
    watched(driver, async ({ store, path }) => {
      for (let n = 0; n < 40; n += 1)
        await created(store, `tsk_${n}`, { result: { text: 'x'.repeat(2_000) } });
      await store.close();
      const whole = readFileSync(path);
      const torn = { name: 'StoreError', code: 'torn', message: expect.stringContaining(path) };
      truncateSync(path, whole.length / 2);
      const half = readFileSync(path);
      await expect(readEverything(path, driver)).rejects.toMatchObject(torn);
      expect(readFileSync(path)).toEqual(half);
      writeFileSync(path, 'this is not a database'.repeat(100));
      await expect(readEverything(path, driver)).rejects.toMatchObject(torn);
      expect(readFileSync(path, 'utf8')).toBe('this is not a database'.repeat(100));
    }));

  it('S4 (R70): the database, its log and its index are the user’s alone, also where others could read them before', () =>
    watched(driver, async ({ store, path, other }) => {
      const files = [path, `${path}-wal`, `${path}-shm`];
      const modes = () => files.map((file) => (statSync(file).mode & 0o777).toString(8));
      await created(store, 'tsk_1');
      expect(modes()).toEqual(['600', '600', '600']);
      for (const file of files) chmodSync(file, 0o644);
      await created(other().store, 'tsk_2');
      expect(modes()).toEqual(['600', '600', '600']);
    }));

  it('S24: a database that cannot be written is refused when it is opened, not at the first task', () =>
    watched(driver, async ({ store, path }) => {
      await created(store, 'tsk_1');
      // What SQLite makes of a read-only file, also for a user who may write everything.
      const locked = { ...driver, open: (file: string) => driver.open(file, true) };
      const message = expect.stringMatching(/tasks\.db cannot be written .*use another data directory/);
      const io = { name: 'StoreError', code: 'io', message };
      expect(() => SqliteStore.open(path, locked)).toThrow(expect.objectContaining(io));
      expect(await rowOf(store, 'tsk_1')).toMatchObject({ taskId: 'tsk_1' });
    }));

  it('S24: a folder in the place of the database is StoreError io that says so', () =>
    inFolder(async (dir) => {
      const path = join(dir, 'tasks.db');
      mkdirSync(path);
      const message = expect.stringContaining('tasks.db cannot be used: it is a folder');
      const io = { name: 'StoreError', code: 'io', message };
      expect(() => SqliteStore.open(path, driver)).toThrow(expect.objectContaining(io));
    }));

  it('claims, expiry, purge and histories (S31) each walk an index, whatever the number of tasks', () =>
    watched(driver, async ({ store, db }) => {
      for (let n = 0; n < 50; n += 1) await created(store, `tsk_${n}`);
      await claimed(store, 'w', T0);
      const owned = { ...alice, status: null, tool: null, limit: 1 };
      const expected = [
        ['claim', 'task_by_wake', { worker: 'w', now: T0, leaseMs: 1 }],
        ['nextWake', 'task_by_ready', {}],
        ['overdue', 'task_by_expiry', { now: T0, limit: 1 }],
        ['purgeable', 'task_by_expiry', { now: T0, retentionMs: 1, limit: 1 }],
        ['nextExpiry', 'task_by_expiry', { retentionMs: 1, markMs: 1 }],
        ['due', 'task_by_wake', { now: T0 }],
        ['forgettable', 'purged_by_time', { now: T0, markMs: 1, limit: 1 }],
        ['forget', 'purged_by_time', { now: T0, markMs: 1, limit: 1 }],
        ['history', 'task_by_owner', owned],
        ['historyAfter', 'task_by_owner', { ...owned, createdAt: T0, taskId: 'tsk_1' }],
      ] as const;
      for (const [name, index, values] of expected) {
        const plan = db.prepare(`EXPLAIN QUERY PLAN ${STATEMENT_TEXTS[name]}`).all(values);
        const steps = plan.map((step) => String(step.detail));
        expect(steps.join('; '), name).toContain(`INDEX ${index}`);
        for (const step of steps) expect(step, name).not.toMatch(/SCAN task(?! USING)|TEMP B-TREE/);
      }
    }));
}

async function readEverything(path: string, driver: SqlDriver): Promise<void> {
  const store = SqliteStore.open(path, driver);
  try {
    for (let n = 0; n < 40; n += 1) await rowOf(store, `tsk_${n}`);
  } finally {
    await store.close();
  }
}

import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { alice, bob, changed, created, newRow, rowOf, T0 } from '../samples.suite.ts';
import { inFolder } from '../temporary.suite.ts';
import type { SqlDatabase, SqlDriver } from './driver.ts';
import { MIGRATIONS, migrate, versionOf } from './schema.ts';
import { SqliteStore } from './sqlite-store.ts';
import { watched } from './watched.suite.ts';

/** The kept file of a version. All hold the same tasks. */
const kept = (version: number) => join(import.meta.dirname, 'fixtures', `v${version}.db`);
const NEWER = `PRAGMA user_version = ${MIGRATIONS.length + 1}`;

/** S26, S27 for SQLite: versions of the file. */
export function sqliteVersions(driver: SqlDriver): void {
  it.each(MIGRATIONS.map((_, n) => n + 1))(
    'S27: a database that version %i wrote is served, brought to the current version and written to',
    (version) =>
      inFolder(async (dir) => {
        const path = join(dir, 'tasks.db');
        copyFileSync(kept(version), path);
        const store = SqliteStore.open(path, driver);
        const row = await rowOf(store, 'tsk_Kept');
        const lease = { worker: 'w', epoch: 1, expiresAt: T0 + 5 };
        expect(row).toEqual(newRow('tsk_Kept', { revision: 2, statusMessage: 'kept', epoch: 1, lease }));
        expect(await store.events('tsk_Kept')).toHaveLength(2);
        expect(await store.find('tsk_purged', bob)).toEqual({ kind: 'expired', purgedAt: T0 + 9 });
        expect(await store.history(alice, { tool: 'generate_report', limit: 9 })).toEqual([row]);
        expect(await changed(store, row, {}, 1)).toEqual({ kind: 'committed' });
        await store.close();
        const db = driver.open(path, true);
        expect(versionOf(db)).toBe(MIGRATIONS.length);
        db.close();
      }),
  );

  it('S27: the schema that is made anew is that of the kept file', () =>
    inFolder(async (dir) => {
      // A new version needs a kept file of its own: this fails until it is there.
      copyFileSync(kept(MIGRATIONS.length), join(dir, 'kept.db'));
      const old = driver.open(join(dir, 'kept.db'), true);
      const made = driver.open(':memory:', false);
      migrate(made);
      const schema = (db: SqlDatabase) =>
        db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
      expect(schema(made)).toEqual(schema(old));
      for (const db of [made, old]) db.close();
    }));

  it('S27: steps run in order, each whole or not at all; a failed one can be run again', () => {
    const db = driver.open(':memory:', false);
    const added = 'ALTER TABLE purged ADD COLUMN reason TEXT';
    expect(() => migrate(db, [...MIGRATIONS, `${added}; SELECT * FROM nowhere`])).toThrow('nowhere');
    expect(versionOf(db)).toBe(MIGRATIONS.length);
    migrate(db, [...MIGRATIONS, added]);
    expect(versionOf(db)).toBe(MIGRATIONS.length + 1);
    migrate(db, [...MIGRATIONS, added]);
    db.close();
  });

  it('S26: a newer version is refused and not touched, byte for byte', () =>
    watched(driver, async ({ store, db, path }) => {
      await created(store, 'tsk_1');
      db.exec(NEWER);
      await store.close();
      await refusedUntouched(path, driver);
      expect(readdirSync(dirname(path))).toEqual(['tasks.db']);
    }));

  it('S26: so it is where a crash left the newer version in the write-ahead log alone', () =>
    watched(driver, async ({ store, db, path }) => {
      await created(store, 'tsk_1');
      db.exec(NEWER);
      await inFolder(async (dir) => {
        const copy = join(dir, 'tasks.db');
        copyFileSync(path, copy);
        copyFileSync(`${path}-wal`, `${copy}-wal`);
        await refusedUntouched(copy, driver);
      });
    }));

  it.each([
    ['without a version', 'CREATE TABLE songs (title TEXT)'],
    ...MIGRATIONS.map((_, n) => [
      `that is stamped with our version ${n + 1}`,
      `CREATE TABLE songs (title TEXT); PRAGMA user_version = ${n + 1}`,
    ]),
    [
      'with a table of the same name',
      'CREATE TABLE task (task_id TEXT, title TEXT); CREATE TABLE event (day); PRAGMA user_version = 1',
    ],
    ['with a version far above ours', 'CREATE TABLE songs (title TEXT); PRAGMA user_version = 20250101'],
  ])('S26: a database of another program %s is refused and not touched', (_, sql) =>
    inFolder(async (dir) => {
      const path = join(dir, 'tasks.db');
      const db = driver.open(path, false);
      db.exec(sql);
      db.close();
      const bytes = readFileSync(path);
      expect(() => SqliteStore.open(path, driver)).toThrow('another program');
      expect(readFileSync(path)).toEqual(bytes);
      expect(readdirSync(dir)).toEqual(['tasks.db']);
    }),
  );
}

async function refusedUntouched(path: string, driver: SqlDriver): Promise<void> {
  const read = () => [path, `${path}-wal`].map((file) => (existsSync(file) ? readFileSync(file) : undefined));
  const bytes = read();
  expect(() => SqliteStore.open(path, driver)).toThrow(
    expect.objectContaining({
      name: 'StoreError',
      code: 'newer-version',
      message: expect.stringContaining(path),
    }),
  );
  expect(read()).toEqual(bytes);
}

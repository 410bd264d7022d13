import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Loaders, OpenOptions } from './open.ts';
import { openStore } from './open.ts';
import { alice, created } from './samples.suite.ts';
import { loadBetterSqlite } from './sqlite/better.ts';
import { loadNodeSqlite } from './sqlite/builtin.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { inFolder } from './temporary.suite.ts';

const absent: Loaders = {
  'better-sqlite3': async () => ({ ok: false, reason: 'better-sqlite3 is not installed' }),
  'node:sqlite': async () => ({ ok: false, reason: 'Node 20.19.0 has no node:sqlite' }),
};

const real = [await loadBetterSqlite(), await loadNodeSqlite()].find((one) => one.ok);

/** Loaders that give a real driver under these names, and none under others. */
function having(...names: readonly (keyof Loaders)[]): Loaders {
  if (real?.ok !== true) throw new Error('no SQLite here');
  const { driver } = real;
  const entries = names.map((name) => [name, async () => ({ ok: true, driver: { ...driver, name } })]);
  return { ...absent, ...Object.fromEntries(entries) };
}

/** Opens, says what it says, does `work` and closes. */
async function opened(
  options: OpenOptions,
  work?: (of: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>,
) {
  const one = await openStore(options);
  await work?.(one);
  await one.store.close();
  return one.description;
}

it('S29: without any SQLite it is the file store, and the line says why', () =>
  inFolder(async (dir) => {
    const folder = join(dir, 'new', 'tasks');
    const line = await opened({ dir: join(dir, 'new'), loaders: absent }, ({ store }) =>
      created(store, 'tsk_1'),
    );
    expect(line).toBe(
      `store: files (better-sqlite3 is not installed; Node 20.19.0 has no node:sqlite), ${folder}`,
    );
    expect(readdirSync(folder)).toHaveLength(1);
  }));

it.runIf(real)(
  'S29: better-sqlite3 comes first, then node:sqlite; `prefer` turns that round or asks for files',
  () =>
    inFolder(async (dir) => {
      const both = having('better-sqlite3', 'node:sqlite');
      const at = (name: string) => join(dir, name);
      const line = (name: string, rest: Partial<OpenOptions>) => opened({ dir: at(name), ...rest });
      expect(await line('a', { loaders: both })).toBe(`store: SQLite (better-sqlite3), ${at('a')}/tasks.db`);
      expect(await line('b', { loaders: having('node:sqlite') })).toBe(
        `store: SQLite (node:sqlite), ${at('b')}/tasks.db`,
      );
      expect(await line('c', { loaders: both, prefer: 'node:sqlite' })).toContain('SQLite (node:sqlite)');
      expect(await line('d', { loaders: having('node:sqlite'), prefer: 'better-sqlite3' })).toContain(
        'node:sqlite',
      );
      expect(await line('e', { loaders: both, prefer: 'file' })).toBe(`store: files, ${at('e')}/tasks`);
      expect(existsSync(join(at('e'), 'tasks.db'))).toBe(false);
    }),
);

it.runIf(real)(
  'S30: a database without a driver is not passed over: the start fails and says what to do',
  () =>
    inFolder(async (dir) => {
      const sqlite = having('node:sqlite');
      await opened({ dir, loaders: sqlite }, ({ store }) => created(store, 'tsk_1'));
      for (const prefer of [undefined, 'file'] as const) {
        const refused = openStore({ dir, loaders: absent, prefer });
        await expect(refused).rejects.toMatchObject({ name: 'StoreError', code: 'io' });
        await expect(refused).rejects.toThrow(join(dir, 'tasks.db'));
        await expect(refused).rejects.toThrow(/npm install better-sqlite3.*Node 22\.13.*--data/);
      }
      expect(existsSync(join(dir, 'tasks'))).toBe(false);
      await opened({ dir, loaders: sqlite, prefer: 'file' }, async ({ store, description }) => {
        expect(description).toContain('SQLite (node:sqlite)');
        expect(await store.find('tsk_1', alice)).toMatchObject({ kind: 'task' });
      });
    }),
);

it.runIf(real)(
  'S30: tasks that are there as files go on as files, though SQLite could be had, and the line says so',
  () =>
    inFolder(async (dir) => {
      await opened({ dir, loaders: absent }, ({ store }) => created(store, 'tsk_1'));
      await opened({ dir, loaders: having('better-sqlite3') }, async ({ store, description }) => {
        expect(description).toBe(
          `store: files (the data directory has 1 task kept as files), ${join(dir, 'tasks')}`,
        );
        expect(await store.find('tsk_1', alice)).toMatchObject({ kind: 'task' });
      });
      expect(existsSync(join(dir, 'tasks.db'))).toBe(false);
    }),
);

it.runIf(real)(
  'S30: an empty folder of files does not keep SQLite away; files beside a database are told',
  () =>
    inFolder(async (dir) => {
      await opened({ dir, loaders: absent });
      expect(await opened({ dir, loaders: having('better-sqlite3') })).toContain('SQLite (better-sqlite3)');
      mkdirSync(join(dir, 'tasks'), { recursive: true });
      writeFileSync(join(dir, 'tasks', 'task-a.jsonl'), '');
      expect(await opened({ dir, loaders: having('better-sqlite3') })).toMatch(
        /tasks\.db; 1 task kept as files in .* left alone$/,
      );
    }),
);

it('S25: the line names a file that is not served', () =>
  inFolder(async (dir) => {
    mkdirSync(join(dir, 'tasks'));
    for (const name of ['task-a.jsonl', 'task-b.jsonl']) writeFileSync(join(dir, 'tasks', name), 'torn');
    const line = await opened({ dir, loaders: absent });
    expect(line).toContain(`${join(dir, 'tasks', 'task-a.jsonl')} is torn`);
    expect(line).toMatch(/\(and 1 more\)$/);
  }));

it('a data directory that cannot be made is a StoreError that names it', () =>
  inFolder(async (dir) => {
    writeFileSync(join(dir, 'file'), '');
    const refused = openStore({ dir: join(dir, 'file', 'data'), loaders: absent });
    await expect(refused).rejects.toMatchObject({ name: 'StoreError', code: 'io' });
    await expect(refused).rejects.toThrow(join(dir, 'file', 'data'));
  }));

it.runIf(real)('a store that cannot be opened leaves no connection behind', () =>
  inFolder(async (dir) => {
    if (real?.ok !== true) return;
    let open = 0;
    const counting = {
      ...real.driver,
      open(path: string, readonly: boolean) {
        const db = real.driver.open(path, readonly);
        open += 1;
        return {
          ...db,
          exec(sql: string) {
            if (sql.startsWith('PRAGMA synchronous')) throw new Error('planted');
            db.exec(sql);
          },
          close() {
            open -= 1;
            db.close();
          },
        };
      },
    };
    expect(() => SqliteStore.open(join(dir, 'tasks.db'), counting)).toThrow('planted');
    expect(open).toBe(0);
  }),
);

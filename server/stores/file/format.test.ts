import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alice, bob, created, eventOf, newRow, rowOf, T0 } from '../samples.suite.ts';
import { inFolder } from '../temporary.suite.ts';
import { nodeDisk } from './disk.ts';
import { FileStore } from './file-store.ts';
import { encode } from './format.ts';
import { fileOf, isLeftover, taskOf, tempOf } from './names.ts';

const DIR = join(import.meta.dirname, 'fixtures');

function damaged(whole: string): Record<string, string> {
  return {
    'cut short': whole.slice(0, -20),
    'cut to its first line': whole.slice(0, whole.indexOf('\n') + 1),
    'without its last byte': whole.slice(0, -1),
    empty: '',
    'full of zeros': '\u0000'.repeat(whole.length),
    'with one letter changed': whole.replace('outline', 'outlinE'),
    'not ours': '{"hello": "world"}\n{}\n',
    'of version 0': whole.replace('"version":1', '"version":0'),
    'another task’s': encode({
      kind: 'task',
      entry: { row: newRow('tsk_x'), events: [{ ...eventOf(newRow('tsk_x')), seq: 1 }] },
    }),
  };
}

it('S25: a torn file is refused by its name and left as it is; the other tasks are served', () =>
  inFolder(async (dir) => {
    const first = await FileStore.open(dir);
    await created(first, 'tsk_good');
    await created(first, 'tsk_bad', { wakeAt: T0 - 1 });
    await first.close();
    const path = join(dir, fileOf('tsk_bad'));
    for (const [how, text] of Object.entries(damaged(readFileSync(path, 'utf8')))) {
      writeFileSync(path, text);
      const store = await FileStore.open(dir);
      expect(store.refused, how).toMatchObject([{ code: 'torn', message: expect.stringContaining(path) }]);
      for (const call of [store.find('tsk_bad', alice), created(store, 'tsk_bad'), store.events('tsk_bad')])
        await expect(call).rejects.toMatchObject({ name: 'StoreError', code: 'torn' });
      expect((await store.claim('w', T0, 0))?.taskId).toBe('tsk_good');
      await store.close();
      expect(readFileSync(path, 'utf8'), how).toBe(text);
    }
  }));

it('S26: a file of a newer version is refused and not touched, byte for byte', () =>
  inFolder(async (dir) => {
    const path = join(dir, fileOf('tsk_1'));
    const text = '{"taskscope":"task","version":2,"zip":true}\n\u0001\u0002 what a newer one wrote';
    writeFileSync(path, text);
    const store = await FileStore.open(dir);
    await expect(store.find('tsk_1', alice)).rejects.toMatchObject({ code: 'newer-version' });
    await expect(store.find('tsk_1', alice)).rejects.toThrow(path);
    await created(store, 'tsk_2');
    await store.close();
    expect(readFileSync(path, 'utf8')).toBe(text);
  }));

it('S27: files that version 1 wrote are served', () =>
  inFolder(async (dir) => {
    for (const name of readdirSync(DIR)) writeFileSync(join(dir, name), readFileSync(join(DIR, name)));
    const store = await FileStore.open(dir);
    expect(store.refused).toEqual([]);
    expect(await rowOf(store, 'tsk_Kept')).toEqual(
      newRow('tsk_Kept', {
        revision: 2,
        statusMessage: 'kept',
        epoch: 1,
        lease: { worker: 'w', epoch: 1, expiresAt: T0 + 5 },
      }),
    );
    expect(await store.events('tsk_Kept')).toHaveLength(2);
    expect(await store.find('tsk_purged', bob)).toEqual({ kind: 'expired', purgedAt: T0 + 9 });
  }));

it('S24: a temporary file that a crash left behind is removed, other files are not', () =>
  inFolder(async (dir) => {
    const mine = join(dir, tempOf(fileOf('tsk_1')));
    const theirs = [join(dir, 'notes.tmp'), join(dir, 'README'), join(dir, 'task-.TMP')];
    for (const path of [mine, ...theirs]) writeFileSync(path, 'half');
    const store = await FileStore.open(dir);
    expect(store.refused).toEqual([]);
    expect([mine, ...theirs].map((path) => existsSync(path))).toEqual([false, true, true, true]);
  }));

it('S4: files are for their owner alone, and so is a folder that is made', () =>
  inFolder(async (dir) => {
    const folder = join(dir, 'a', 'b');
    await created(await FileStore.open(folder), 'tsk_1');
    expect(statSync(folder).mode & 0o77).toBe(0);
    expect(statSync(join(folder, fileOf('tsk_1'))).mode & 0o77).toBe(0);
  }));

it('a folder that cannot be used is a StoreError that names it', () =>
  inFolder(async (dir) => {
    const path = join(dir, 'file');
    writeFileSync(path, '');
    await expect(FileStore.open(path)).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining(path),
    });
    mkdirSync(join(dir, fileOf('tsk_folder')));
    const store = await FileStore.open(dir, nodeDisk);
    expect(store.refused).toMatchObject([{ code: 'io' }]);
  }));

it('a file’s name stands for one id, stays in its folder and does not rely on capitals', () => {
  const id = fc.string({ unit: 'binary', maxLength: 15 });
  fc.assert(
    fc.property(id, id, (a, b) => {
      const file = fileOf(a);
      expect(file).toMatch(/^task-[a-z0-9_~-]*\.jsonl$/);
      expect(taskOf(file)).toBe(a);
      expect(isLeftover(tempOf(file))).toBe(true);
      expect(file.toLowerCase() === fileOf(b).toLowerCase()).toBe(a === b);
    }),
  );
  for (const other of [
    'task-~zz.jsonl',
    'task-A.jsonl',
    'task-~61.jsonl',
    'x.jsonl',
    'task-a.jsonl.tmp',
    'task-a%62.jsonl',
  ])
    expect(taskOf(other)).toBeUndefined();
  expect(() => fileOf('x'.repeat(300))).toThrow('too long');
});

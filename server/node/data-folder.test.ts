import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataFolder } from './data-folder.ts';
import { startFailure } from './failure.ts';
import { KEY_FILE, loadKey } from './key.ts';
import { LOCK_FILE, lockHolder } from './lock.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-data-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** What the person reads where the start fails like this. */
async function told(start: Promise<unknown>): Promise<string | undefined> {
  const error = await start.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  return startFailure(error, { host: '127.0.0.1', port: 6280 }, dir);
}

describe('the data folder', () => {
  it('is made with all that it lies in, for its user alone; one that is there is left as it is', async () => {
    const deep = join(dir, 'a', 'b', 'c');
    await makeDataFolder(deep);
    expect((await stat(deep)).mode & 0o777).toBe(0o700);
    await chmod(deep, 0o755);
    await makeDataFolder(deep);
    expect((await stat(deep)).mode & 0o777).toBe(0o755);
  });

  it('that cannot be made is one line that names --data', async () => {
    await writeFile(join(dir, 'file'), '');
    expect(await told(makeDataFolder(join(dir, 'file', 'below')))).toMatch(/--data DIR/);
    expect(await told(makeDataFolder(join(dir, 'file')))).toMatch(/--data DIR/);
    expect(await told(makeDataFolder(join(dir, 'x'.repeat(300))))).toMatch(/ENAMETOOLONG.*--data DIR/);
  });

  it('below a parent that can never be made fails, and does not wait for ever', async ({ skip }) => {
    if (!existsSync('/proc/self')) skip('there is no /proc here');
    expect(await told(loadKey('/proc/taskscope/data'))).toMatch(/cannot be made.*--data DIR/);
  });

  it('with a folder in the place of the key or the lock is one line that names it', async () => {
    await mkdir(join(dir, KEY_FILE));
    expect(await told(loadKey(dir))).toMatch(
      new RegExp(`${KEY_FILE} is a folder .*move it away.*--data DIR`),
    );
    await mkdir(join(dir, LOCK_FILE));
    expect(await told(lockHolder(dir))).toMatch(
      new RegExp(`${LOCK_FILE} is a folder .*move it away.*--data DIR`),
    );
  });
});

import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isKey, KEY_FILE, loadKey, loadSealKey, SEAL_FILE } from './key.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-key-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('the key (attack 5)', () => {
  it('is made once, with mode 0600 in a folder of mode 0700, and found again', async () => {
    const inner = join(dir, 'made');
    const before = process.umask(0o277);
    const key = await loadKey(inner).finally(() => process.umask(before));
    expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect((await stat(join(inner, KEY_FILE))).mode & 0o777).toBe(0o600);
    expect((await stat(inner)).mode & 0o077).toBe(0);
    expect(await loadKey(inner)).toBe(key);
    expect(await loadKey(dir)).not.toBe(key);
  });

  it('is replaced where others could read it, and where it is damaged', async () => {
    const key = await loadKey(dir);
    await chmod(join(dir, KEY_FILE), 0o644);
    const second = await loadKey(dir);
    expect(second).not.toBe(key);
    expect((await stat(join(dir, KEY_FILE))).mode & 0o777).toBe(0o600);
    await writeFile(join(dir, KEY_FILE), 'short');
    expect(await loadKey(dir)).not.toBe(second);
  });

  it('is one key for starts at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadKey(dir)));
    const kept = (await readFile(join(dir, KEY_FILE), 'utf8')).trim();
    expect(new Set(keys)).toEqual(new Set([kept]));
  });

  it('is compared whole', () => {
    expect(isKey('abc', 'abc')).toBe(true);
    for (const wrong of ['ab', 'abcd', '', undefined]) expect(isKey(wrong, 'abc')).toBe(false);
  });
});

describe('the key that seals requestState (R2)', () => {
  it('is 32 bytes, kept beside the other with mode 0600, found again, and one for starts at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => loadSealKey(dir)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((await stat(join(dir, SEAL_FILE))).mode & 0o777).toBe(0o600);
    expect(await loadSealKey(dir)).toEqual(keys[0]);
    expect(await loadKey(dir)).not.toBe((await readFile(join(dir, SEAL_FILE), 'utf8')).trim());
  });

  it('is replaced where others could read it, and where it is damaged', async () => {
    const first = await loadSealKey(dir);
    await chmod(join(dir, SEAL_FILE), 0o640);
    const second = await loadSealKey(dir);
    expect(second).not.toEqual(first);
    await writeFile(join(dir, SEAL_FILE), 'AAAA');
    expect(await loadSealKey(dir)).not.toEqual(second);
  });
});

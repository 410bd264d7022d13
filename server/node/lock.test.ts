import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, probeBoot } from './liveness.ts';
import { type Holder, LOCK_FILE, lockHolder, takeLock } from './lock.ts';

const first: Holder = { pid: 4_000_001, address: 'http://127.0.0.1:6280', bootId: 'first' };
const second: Holder = { pid: 4_000_002, address: 'http://127.0.0.1:6281', bootId: 'second' };
const by = (answer: Answer, exists: (pid: number) => boolean) => ({ probe: async () => answer, exists });
const alive = () => true;
const gone = () => false;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-lock-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('the lock of a data folder', () => {
  it('names its holder to a second start, and is gone after its release', async () => {
    const mine = await takeLock(dir, first);
    expect((await stat(join(dir, LOCK_FILE))).mode & 0o777).toBe(0o600);
    expect(await takeLock(dir, second, by('same', alive))).toEqual({ kind: 'held', by: first });
    expect(await lockHolder(dir, by('same', alive))).toEqual(first);
    if (mine.kind === 'taken') await mine.release();
    expect(await readdir(dir)).toEqual([]);
  });

  it.each([
    ['its process is gone and nothing answers', 'other', gone],
    ['its pid belongs to another program by now', 'other', alive],
    ['something takes the connection, and its process is gone', 'silent', gone],
  ] as const)('is taken over where %s', async (_, answer, exists) => {
    await takeLock(dir, first);
    expect(await lockHolder(dir, by(answer, exists))).toBeUndefined();
    expect((await takeLock(dir, second, by(answer, exists))).kind).toBe('taken');
    expect(await readFile(join(dir, LOCK_FILE), 'utf8')).toContain('"second"');
    expect(await readdir(dir)).toEqual([LOCK_FILE]);
  });

  it('stays with a process that is there but too busy to answer', async () => {
    await takeLock(dir, first);
    expect((await takeLock(dir, second, by('silent', alive))).kind).toBe('held');
  });

  it.each(['', 'nonsense', '{"pid":1}', '{"pid":1,"bootId":"b","address":"file:///etc"}'])(
    'is taken over where it holds %j',
    async (text) => {
      await writeFile(join(dir, LOCK_FILE), text);
      expect((await takeLock(dir, second, by('same', alive))).kind).toBe('taken');
    },
  );

  it('is given to one of many starts, also where a stale one lies there', async () => {
    await takeLock(dir, { ...first, bootId: 'crashed' });
    const live = async (_: string, bootId: string): Promise<Answer> =>
      bootId === 'crashed' ? 'other' : 'same';
    const starts = Array.from({ length: 8 }, (_, i) => ({ ...second, bootId: `start${i}` }));
    const outcomes = await Promise.all(starts.map((me) => takeLock(dir, me, { probe: live, exists: alive })));
    expect(outcomes.filter((outcome) => outcome.kind === 'taken')).toHaveLength(1);
    expect(await readdir(dir)).toEqual([LOCK_FILE]);
  });

  it('is not taken from a start that was quicker to take over the same stale one', async () => {
    await takeLock(dir, { ...first, bootId: 'crashed' });
    let asked = 0;
    const slow = async (): Promise<Answer> => {
      asked += 1;
      if (asked > 1) return 'same';
      await takeLock(dir, second, by('other', gone));
      return 'other';
    };
    const outcome = await takeLock(dir, first, { probe: slow, exists: alive });
    expect(outcome).toEqual({ kind: 'held', by: second });
  });

  it('is not released by one who lost it', async () => {
    const mine = await takeLock(dir, first);
    await takeLock(dir, second, by('other', gone));
    if (mine.kind === 'taken') await mine.release();
    expect(await readFile(join(dir, LOCK_FILE), 'utf8')).toContain('"second"');
  });
});

describe('asking an address for its boot id', () => {
  it('tells that very run from another, from nothing, and from silence', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/api/health') response.end('{"bootId":"first"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await probeBoot(address, 'first')).toBe('same');
    expect(await probeBoot(address, 'second')).toBe('other');
    server.removeAllListeners('request');
    expect(await probeBoot(address, 'first', 50)).toBe('silent');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await probeBoot(address, 'first')).toBe('other');
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from './bundle.suite.ts';
import { RpcClient } from './rpc-client.ts';
import { endSpawned, spawnCommand } from './spawned.suite.ts';
import { reasonWithoutSqlite } from './sqlite-here.suite.ts';
import { acknowledgements, reasonNotToTrace, TRACE_ARGS } from './system-calls.suite.ts';
import { report } from './watch.suite.ts';

/** A traced start takes a few seconds; a busy machine needs more. */
const LONG = 60_000;
const TASKS = 60;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-sync-'));
});
afterEach(async () => {
  endSpawned();
  await rm(dir, { recursive: true, force: true });
});

/** Creates tasks one after the other and a burst at once, with every write and sync of the command noted by the system. */
async function traced(entry: string) {
  const { file, remove } = await bundle(entry);
  try {
    const trace = join(dir, 'trace');
    const args = ['--data', dir, '--port', '0', '--no-open'];
    const running = spawnCommand(file, args, ['strace', ...TRACE_ARGS, '-o', trace]);
    const client = new RpcClient(`${(await running.link).origin}/mcp`);
    const taskIds: string[] = [];
    while (taskIds.length < TASKS) taskIds.push(await report(client));
    const burst = await Promise.all(Array.from({ length: 6 }, () => report(client)));
    running.kill('SIGTERM');
    await running.exit;
    return { taskIds, burst, acks: acknowledgements(await readFile(trace, 'utf8')) };
  } finally {
    await remove();
  }
}

describe('what the system was asked for', () => {
  it(
    'R3 S23: no handle leaves before its sync has returned, alone or in a group',
    async ({ skip }) => {
      const why = reasonNotToTrace() ?? (await reasonWithoutSqlite(dir));
      skip(why !== undefined, why);
      const { taskIds, burst, acks } = await traced('server/cli.ts');
      expect(acks.slice(0, TASKS).map(({ taskId }) => taskId)).toEqual(taskIds);
      expect(new Set(acks.slice(TASKS).map(({ taskId }) => taskId))).toEqual(new Set(burst));
      expect(acks.filter(({ unsynced }) => unsynced)).toEqual([]);
      // One after the other: each has a sync of its own.
      expect(acks.slice(0, TASKS).filter(({ syncs }) => syncs === 0)).toEqual([]);
    },
    LONG,
  );

  it(
    'control: with synchronous=NORMAL handles leave before a sync, and the check says so',
    async ({ skip }) => {
      const why = reasonNotToTrace() ?? (await reasonWithoutSqlite(dir));
      skip(why !== undefined, why);
      const { acks } = await traced('server/node/relaxed.suite.ts');
      expect(acks.length).toBeGreaterThanOrEqual(TASKS);
      expect(acks.filter(({ unsynced }) => unsynced).length).toBeGreaterThan(TASKS / 2);
    },
    LONG,
  );

  it('control: a sync counts when it has returned, and only one of the log', () => {
    const wal = '/d/tasks.db-wal';
    const write = `7 pwrite64(20<${wal}>, "x", 1, 0) = 1`;
    const handle =
      '7 writev(21<socket:[1]>, [{iov_base="{\\"resultType\\":\\"task\\",\\"taskId\\":\\"tsk_a\\""}], 1) = 9';
    const judge = (...lines: string[]) => acknowledgements([...lines, handle].join('\n'));
    const ack = (unsynced: boolean, syncs: number) => [{ taskId: 'tsk_a', unsynced, syncs }];
    expect(judge(write)).toEqual(ack(true, 0));
    expect(judge(write, `7 fdatasync(20<${wal}>) = 0`)).toEqual(ack(false, 1));
    expect(judge(`7 fdatasync(20<${wal}>) = 0`, write)).toEqual(ack(true, 1));
    expect(judge(write, '7 fdatasync(22</d/tasks.db>) = 0')).toEqual(ack(true, 0));
    expect(judge(write, `7 fdatasync(20<${wal}>) = -1 EIO (Input/output error)`)).toEqual(ack(true, 0));
    const begun = `7 fdatasync(20<${wal}> <unfinished ...>`;
    expect(judge(write, begun)).toEqual(ack(true, 0));
    expect(judge(write, begun, '7 <... fdatasync resumed>) = 0')).toEqual(ack(false, 1));
  });
});

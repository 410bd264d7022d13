import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JsonObject, ownString } from '../protocol/json.ts';
import { harness } from './harness.suite.ts';
import { HELP } from './help.ts';
import { KEY_FILE } from './key.ts';
import { LOCK_FILE } from './lock.ts';
import { RpcClient } from './rpc-client.ts';
import { SCRIPT_LINES } from './script.ts';
import { finish } from './watch.suite.ts';

const command = harness('command');

const rpcAt = (link: URL) => new RpcClient(`${link.origin}/mcp`);
const report = { name: 'generate_report', arguments: { size: 'large' } };

describe('taskscope', () => {
  it('prints what it serves, the store, and the link alone on its line', async () => {
    const running = command.start('--port', '0', '--speed', '3', 'http://127.0.0.1:3000/mcp?a=b&c');
    const link = await running.link;
    expect(link.search).toBe(`?endpoint=${encodeURIComponent('http://127.0.0.1:3000/mcp?a=b&c')}`);
    const key = (await readFile(join(command.dir, KEY_FILE), 'utf8')).trim();
    expect(link.hash).toBe(`#key=${key}`);
    expect((await stat(join(command.dir, KEY_FILE))).mode & 0o777).toBe(0o600);
    const status = await fetch(`${link.origin}/api/status`, { headers: { 'X-Taskscope-Key': key } });
    expect(await status.json()).toMatchObject({ address: link.origin, speed: 3 });
    running.kill('SIGTERM');
    const { code, stdout, stderr } = await running.exit;
    expect([code, stderr]).toEqual([0, '']);
    // The whole text of a start, line by line: what, where, which store and its place, and the link.
    const [what, where, store, ...rest] = stdout.split('\n');
    expect(what).toMatch(/^Taskscope \d+\.\d+\.\d+$/);
    expect(where).toBe(`Demo server: ${link.origin}/mcp`);
    expect(store).toMatch(/^store: (SQLite \((better-sqlite3|node:sqlite)\)|files.*), /);
    expect(store).toContain(join(command.dir, 'tasks'));
    expect(rest).toEqual([
      expect.stringMatching(/^The page\b.*:$/),
      '',
      link.href,
      `Stopped. The tasks are kept in ${command.dir}; the next start goes on with them.`,
      '',
    ]);
    expect(stdout.split('\n').filter((line) => line.includes(key))).toEqual([link.href]);
  });

  it('prints help and version, and refuses wrong flags with code 2', async () => {
    expect(await command.run('--help')).toMatchObject({ code: 0, stdout: HELP });
    expect((await command.run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { code, stdout, stderr } = await command.run('--host', '0.0.0.0');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^taskscope: --host 0\.0\.0\.0 .*--expose.*\n$/);
  });

  it('says which flag helps where the port is in use', async () => {
    const { port } = await command.start('--port', '0').link;
    const other = await mkdtemp(join(tmpdir(), 'taskscope-other-'));
    const args = ['--data', other, '--port', port];
    const { code, stderr } = await command.run(...args).finally(() => rm(other, { recursive: true }));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^taskscope: Port ${port} is in use by another Taskscope, .*--port N`),
      ),
    ]);
  });
});

describe('one process a data folder', () => {
  it('a second start prints the first one and ends with 0; with another port it is refused', async () => {
    const link = await command.start('--port', '0').link;
    const second = await command.run('--data', command.dir);
    expect([second.code, second.stderr]).toEqual([0, '']);
    expect(second.stdout.split('\n')).toContain(link.href);
    const same = await command.run('--data', command.dir, '--port', link.port);
    expect([same.code, same.stdout.split('\n').includes(link.href)]).toEqual([0, true]);
    const refused = await command.run('--data', command.dir, '--port', '0');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(`${link.origin}: give this one its own with --data DIR`);
  });

  it('takes over after SIGKILL, also where the pid lives on in another process', async () => {
    const first = command.start('--port', '0');
    await first.link;
    first.kill('SIGKILL');
    expect((await first.exit).signal).toBe('SIGKILL');
    const left = JSON.parse(await readFile(join(command.dir, LOCK_FILE), 'utf8')) as JsonObject;
    await writeFile(join(command.dir, LOCK_FILE), JSON.stringify({ ...left, pid: process.pid }));
    const second = command.start('--port', '0');
    await second.link;
    second.kill('SIGINT');
    expect((await second.exit).code).toBe(0);
    expect(await readdir(command.dir)).not.toContain(LOCK_FILE);
  });
});

describe('tasks over processes', () => {
  it('R65 SIGTERM ends an open listen with its result, and the process with 0', async () => {
    const running = command.start('--port', '0');
    const client = rpcAt(await running.link);
    const taskId = ownString(await client.call(1, 'tools/call', report), 'taskId') ?? '';
    const events = client.stream('L', 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
    await events.next();
    running.kill('SIGTERM');
    let last: unknown;
    for await (const { message } of events) last = message;
    expect(last).toMatchObject({ kind: 'result', id: 'L', result: { resultType: 'complete' } });
    expect((await running.exit).code).toBe(0);
  });

  it('R3 R5 R73 a task that one process acknowledged is found at once by the next, and goes on to its end', async () => {
    const first = command.start('--port', '0');
    const handle = await rpcAt(await first.link).call(1, 'tools/call', report);
    first.kill('SIGKILL');
    await first.exit;
    const taskId = ownString(handle, 'taskId') ?? '';
    const client = rpcAt(await command.start('--port', '0', '--speed', '1000').link);
    const found = await client.call(2, 'tasks/get', { taskId });
    expect(found).toMatchObject({ taskId, createdAt: handle.createdAt });
    expect(await finish(client, [taskId])).toEqual([taskId]);
  });
});

describe('taskscope demo --script', () => {
  it('R75 prints exactly the six lines, and the notification of the end', async () => {
    const { code, stdout, stderr } = await command.run('demo', '--script');
    expect(code).toBe(0);
    expect(stderr.match(/^[a-z]+\/[a-z]+$/gm)).toHaveLength(SCRIPT_LINES.length);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 6)).toEqual(SCRIPT_LINES);
    expect(lines.slice(6, 8)).toEqual([
      '',
      'A notifications/tasks message, as subscriptions/listen sent it:',
    ]);
    expect(JSON.parse(lines[8] ?? '')).toMatchObject({
      method: 'notifications/tasks',
      params: { status: 'completed', result: { structuredContent: { size: 'large', approved: true } } },
    });
    expect(lines.slice(9)).toEqual(['']);
  });

  it('R75 is the run of the requirements, word for word', () => {
    expect(SCRIPT_LINES).toEqual([
      'id=0 resultType=complete status=ack',
      'id=1 resultType=task status=working',
      'id=2 resultType=complete status=working',
      'id=3 resultType=complete status=input_required',
      'id=4 resultType=complete status=ack',
      'id=5 resultType=complete status=completed',
    ]);
  });
});

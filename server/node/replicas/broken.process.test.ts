import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { ownString } from '../../protocol/json.ts';
import { harness } from '../harness.suite.ts';
import { processExists } from '../liveness.ts';
import { LOCK_FILE } from '../lock.ts';
import { report } from '../watch.suite.ts';
import { gatewayOf, gone, two } from './located.suite.ts';

const STUCK = 'server/node/replicas/stuck-replica.suite.ts';
const command = harness('broken', { entries: ['server/cli.ts', STUCK], timeoutMs: 120_000 });

const TWO = ['--port', '0', '--replicas', '2', '--speed', '0.001'];

describe('a replica that breaks', () => {
  it('R63 in the middle of listens: they end, the terminal says so in a line, and a new one begins where it was', async () => {
    const running = command.start(...TWO);
    const { link, a, b, gateway } = await two(command.dir, running);
    const taskId = await report(gateway);
    const listen = (id: string) =>
      gateway.stream(id, 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
    // By turn: some are on either replica.
    const listens = ['1', '2', '3', '4'].map(listen);
    for (const events of listens) await events.next();
    const { requests } = await gatewayOf(command.dir, link);
    const onA = (requests as unknown[]).filter((row) => ownString(row, 'replica') === 'a').length;
    expect(onA).toBeGreaterThan(0);
    process.kill(a.pid, 'SIGKILL');
    let ended = 0;
    const reading = listens.map(async (events) => {
      for await (const _ of events);
      ended += 1;
    });
    await vi.waitFor(() => expect(ended).toBe(onA), { timeout: 60_000 });
    const again = listen('again');
    expect((await again.next()).value).toMatchObject({ message: { kind: 'notification' } });
    running.kill('SIGTERM');
    await Promise.all(reading);
    const { code, stdout, stderr } = await running.exit;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/broke off in the middle/g)).toHaveLength(1);
    expect(stdout).toContain('\nReplica a broke off in the middle of an answer.\n');
    expect(processExists(b.pid)).toBe(false);
  });

  it('stopped while it serves: SIGTERM ends everything, and the terminal says which one was killed', async () => {
    const running = command.start(...TWO);
    const { a, b } = await two(command.dir, running);
    process.kill(b.pid, 'SIGSTOP');
    running.kill('SIGTERM');
    const { code, stdout, stderr } = await running.exit;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('\nReplica b gave no sign of life: it was killed.\n');
    expect(stdout).not.toContain('Replica a');
    for (const { pid } of [a, b]) expect(processExists(pid)).toBe(false);
    expect(await readdir(command.dir)).not.toContain(LOCK_FILE);
  });

  it('stopped before it serves: SIGTERM ends the start', async () => {
    const running = command.startEntry(STUCK, ...TWO);
    const stuck = /stuck (\d+)\n(?:.*\n)*stuck (\d+)\n/;
    const [, one, other] = await running.says(stuck);
    running.kill('SIGTERM');
    const { code, stderr } = await running.exit;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^taskscope: stopped before every replica served \(data folder .*\)\n$/);
    for (const pid of [one, other]) await gone(Number(pid));
    expect(await readdir(command.dir)).not.toContain(LOCK_FILE);
  });
});

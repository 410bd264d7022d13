import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { ANSWERING, Client, type Mount, meta } from '../../http/suite/mount.suite.ts';
import { type JsonObject, ownString } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { openStore } from '../../stores/open.ts';
import { created } from '../../stores/samples.suite.ts';
import { complaints } from '../crash-complaints.suite.ts';
import { harness } from '../harness.suite.ts';
import { processExists } from '../liveness.ts';
import { LOCK_FILE } from '../lock.ts';
import { RpcClient } from '../rpc-client.ts';
import { finish, report, reported, watch } from '../watch.suite.ts';
import { gatewayOf, gone, type Located, replicasOf, two } from './located.suite.ts';

const command = harness('replicas', { timeoutMs: 120_000 });

const routesOf = async (link: URL) =>
  (await gatewayOf(command.dir, link)).routes as unknown as readonly JsonObject[];

describe('taskscope --replicas 2', () => {
  it('R6 R72 says what it is for, serves from both, and any replica answers for a task of the other', async () => {
    const running = command.start('--port', '0', '--replicas', '2');
    const { link, gateway, onA, onB } = await two(command.dir, running);
    const taskId = await report(onA);
    for (const client of [onB, onA, gateway])
      expect(await client.call(1, 'tasks/get', { taskId })).toMatchObject({ taskId });
    await onB.call(2, 'tasks/cancel', { taskId });
    expect(await onA.call(3, 'tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
    const mine = await report(gateway);
    await gateway.call(4, 'tasks/get', { taskId: mine });
    expect(await routesOf(link)).toContainEqual(expect.objectContaining({ taskId: mine, status: 'working' }));
    expect((await gatewayOf(command.dir, link)).requests).toEqual([]);
    running.kill('SIGTERM');
    const { code, stdout, stderr } = await running.exit;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/2 replicas on this store.*\nFor teaching, at low rates: SQLite/);
    expect(await readdir(command.dir)).not.toContain(LOCK_FILE);
  });

  it('R6 R57 a listen on one replica receives what the other one commits', async () => {
    const running = command.start('--port', '0', '--replicas', '2', '--speed', '0.001');
    const { onA, onB } = await two(command.dir, running);
    const taskId = await report(onB);
    const told = watch(onA, [taskId]);
    expect((await told.next()).value).toEqual({ kind: 'accepted', taskIds: [taskId] });
    expect((await told.next()).value).toMatchObject({ status: 'working' });
    await onB.call(1, 'tasks/cancel', { taskId });
    expect((await told.next()).value).toMatchObject({ kind: 'task', taskId, status: 'cancelled' });
  });

  it('R57 a listen on one replica is told of a list that changes at the other one', async () => {
    const { onA, onB } = await two(
      command.dir,
      command.start('--port', '0', '--replicas', '2', '--fixtures', 'conformance'),
    );
    const told = onA.stream('L', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    await told.next();
    await onB.call(1, 'tools/call', { name: 'test_trigger_tool_change', arguments: {} });
    expect((await told.next()).value).toMatchObject({
      message: { method: 'notifications/tools/list_changed' },
    });
  });

  it('lets a page that may read the answers read those of the gateway itself', async () => {
    const origin = 'https://friend.example';
    const running = command.start('--port', '0', '--replicas', '2', '--allow-origin', origin);
    const body = ' '.repeat(5 * 1024 * 1024);
    const headers = { Origin: origin, 'Content-Type': 'application/json' };
    const answer = await fetch(`${(await running.link).origin}/mcp`, { method: 'POST', body, headers });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([413, origin]);
  });

  it('R2 R37 a question that one replica asks before it makes a task is answered at the other', async () => {
    const { a, b } = await two(command.dir, command.start('--port', '0', '--replicas', '2'));
    const able = meta({ [META.clientCapabilities]: ANSWERING });
    const call = async ({ address }: Located, params: JsonObject): Promise<JsonObject> => {
      const mount = { url: address, fetch: (request: Request) => fetch(request) };
      const client = new Client(mount as unknown as Mount);
      return (await client.ask('tools/call', params, { meta: able })).result;
    };
    const book = { name: 'book_room', arguments: { people: 4 } };
    const asked = await call(a, book);
    expect(asked).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    const inputResponses = { room: { action: 'accept', content: { room: 'Grace' } } };
    const { requestState } = asked;
    const again = await call(b, { ...book, inputResponses, requestState: String(requestState) });
    // The next round, with what the first answer said: the other replica could read the state.
    expect(again.requestState).not.toBe(requestState);
    expect(['input_required', 'task']).toContain(again.resultType);
  });

  it.each(['a', 'b'])(
    'R6 R54 R72 SIGKILL of replica %s in the middle of its tasks: each is completed exactly once, and the replica comes back',
    async (name) => {
      const running = command.start('--port', '0', '--replicas', '2', '--speed', '20');
      const { link, a, b, gateway } = await two(command.dir, running);
      const told = await Promise.all(Array.from({ length: 6 }, () => reported(gateway)));
      const taskIds = told.map(({ taskId }) => taskId);
      const victim = name === 'a' ? a : b;
      process.kill(victim.pid, 'SIGKILL');
      for (const taskId of taskIds)
        expect(await gateway.call('get', 'tasks/get', { taskId })).toMatchObject({ taskId });
      const other = new RpcClient((name === 'a' ? b : a).address);
      expect(await finish(other, taskIds)).toHaveLength(6);
      await vi.waitFor(
        async () => {
          const back = (await replicasOf(command.dir, link)).find((one) => one.replica === name);
          expect(back?.address).toMatch(/^http:/);
          expect(back?.pid).not.toBe(victim.pid);
        },
        { timeout: 60_000, interval: 100 },
      );
      running.kill('SIGTERM');
      const { code, stdout } = await running.exit;
      expect(code).toBe(0);
      expect(stdout).toContain(`Replica ${name} ended (SIGKILL): starting it again`);
      expect(stdout).toMatch(new RegExp(`Replica ${name} is back: process \\d+`));
      const { store } = await openStore({ dir: command.dir });
      const entries = taskIds.map(async (id) => [id, await store.events(id)] as const);
      const histories = new Map(await Promise.all(entries));
      await store.close();
      expect(complaints({ told, answered: [], histories })).toEqual([]);
    },
  );

  it('R65 SIGINT ends a listen through the gateway with its result, and every process', async () => {
    const running = command.start('--port', '0', '--replicas', '2', '--speed', '0.001');
    const { a, b, gateway } = await two(command.dir, running);
    const taskId = await report(gateway);
    const events = gateway.stream('L', 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
    await events.next();
    running.kill('SIGINT');
    let last: unknown;
    for await (const { message } of events) last = message;
    expect(last).toMatchObject({ kind: 'result', id: 'L', result: { resultType: 'complete' } });
    expect((await running.exit).code).toBe(0);
    for (const { pid } of [a, b]) expect(processExists(pid)).toBe(false);
  });

  it('leaves no process behind when it is killed itself, and the next start goes on with the tasks', async () => {
    const running = command.start('--port', '0', '--replicas', '2', '--speed', '20');
    const { a, b, gateway } = await two(command.dir, running);
    const taskId = await report(gateway);
    running.kill('SIGKILL');
    await running.exit;
    for (const { pid } of [a, b]) await gone(pid);
    const again = command.start('--port', '0', '--replicas', '2', '--speed', '20');
    expect(await finish((await two(command.dir, again)).gateway, [taskId])).toEqual([taskId]);
  });

  it('R6 --round-robin serves one task from both in turn', async () => {
    const running = command.start('--port', '0', '--replicas', '2', '--round-robin', '--speed', '0.001');
    const { link, gateway } = await two(command.dir, running);
    const taskId = await report(gateway);
    const served: unknown[] = [];
    for (let i = 0; i < 4; i += 1) {
      await gateway.call(i, 'tasks/get', { taskId });
      const route = (await routesOf(link)).find((row) => ownString(row, 'taskId') === taskId);
      served.push(route?.servedBy);
    }
    expect(new Set(served)).toEqual(new Set(['a', 'b']));
    expect(served[0]).toBe(served[2]);
  });

  it('refuses a folder that is served as files, and a replica by hand, and says what to do', async () => {
    const { store } = await openStore({ dir: command.dir, prefer: 'file' });
    await created(store, 'tsk_1');
    await store.close();
    const { code, stdout, stderr } = await command.start('--port', '0', '--replicas', '2').exit;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/--replicas needs a store that several processes can share.*leave --replicas out/);
    const byHand = await command.run('replica');
    expect([byHand.code, byHand.stdout]).toEqual([2, '']);
    expect(byHand.stderr).toContain('taskscope --replicas N');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { own } from '../../protocol/json.ts';
import { type LabClient, type StartedDemo, startDemo } from '../../testing.ts';
import { RpcClient } from '../rpc-client.ts';
import { report } from '../watch.suite.ts';

let demo: StartedDemo;
let lab: LabClient;
let mcp: RpcClient;
beforeEach(async () => {
  demo = await startDemo();
  lab = await demo.lab();
  mcp = new RpcClient(demo.url);
  await lab.do({ do: 'worker/pause' });
  await lab.do({ do: 'clock/pause' });
});
afterEach(() => demo.close());

const refusal = async (command: Parameters<LabClient['ask']>[0]): Promise<string> => {
  const ack = await lab.ask(command);
  return ack.ok ? 'done' : ack.error.code;
};
const call = (name: string, args: object = {}) => mcp.call(1, 'tools/call', { name, arguments: { ...args } });

describe('the clock', () => {
  it('R74 stands still, goes by steps, jumps and speeds; work, TTL and their times follow it', async () => {
    const { clock } = (await lab.do({ do: 'state' })).state;
    expect(clock).toMatchObject({ paused: true, speed: 1, steerable: true });
    expect(await refusal({ do: 'clock/step' })).toBe('nothing-scheduled');
    const taskId = String(own(await call('endless_tool'), 'taskId'));
    const made = await lab.transition();
    expect(made).toMatchObject({ serverTime: clock.now, mono: clock.mono });
    const first = await lab.do({ do: 'clock/step' });
    expect(first.state.clock.now).toBe(clock.now + (first.moved ?? 0));
    expect(await refusal({ do: 'clock/step' })).toBe('due-already');
    expect(await mcp.call(2, 'tasks/get', { taskId })).toMatchObject({ status: 'working' });
    // With the worker at work, a jump does everything on its way, at its own time.
    await lab.do({ do: 'worker/run' });
    await lab.do({ do: 'clock/jump', ms: 3_600_000 });
    const told = [await lab.transition()];
    while (told.at(-1)?.to === 'working') told.push(await lab.transition());
    const last = told.at(-1);
    expect(last).toMatchObject({ kind: 'expired', to: 'failed' });
    // The tool's own TTL, to the millisecond.
    expect((last?.serverTime ?? 0) - clock.now).toBe(30_000);
    expect((last?.mono ?? 0) - clock.mono).toBeCloseTo(30_000, 5);
    expect((await lab.do({ do: 'clock/speed', speed: 1_000 })).state.clock.speed).toBe(1_000);
    expect((await lab.do({ do: 'clock/run' })).state.clock.paused).toBe(false);
  });

  it('belongs to a test that moves it itself', async () => {
    const other = await startDemo({ clock: 'manual' });
    const theirs = await other.lab();
    expect(theirs.welcome.state.clock.steerable).toBe(false);
    const ack = await theirs.ask({ do: 'clock/jump', ms: 5 });
    expect(ack).toMatchObject({ ok: false, error: { code: 'clock-not-steerable' } });
    await other.close();
  });
});

describe('the worker', () => {
  it('R74 is paused, stepped and run; a running one is not stepped by hand', async () => {
    await report(mcp);
    expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: false });
    await lab.do({ do: 'clock/step' });
    expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: true });
    await lab.do({ do: 'worker/run' });
    expect(await refusal({ do: 'worker/step' })).toBe('worker-running');
  });

  it('R72 R78 killed with an outcome in hand, it leaves a lease; a dropped lease lets another go on at once', async () => {
    const taskId = await report(mcp);
    await lab.do({ do: 'clock/step' });
    await lab.do({ do: 'worker/kill-at-commit' });
    const killed = await lab.do({ do: 'worker/step' });
    expect(killed).toMatchObject({ stepped: true, state: { workers: [{ state: 'dead' }] } });
    const [worker] = killed.state.workers;
    const { leases } = await lab.do({ do: 'leases/list' });
    expect(leases).toMatchObject([{ taskId, worker: worker?.name, epoch: 1, expired: false }]);
    for (const action of ['worker/run', 'worker/step'] as const)
      expect(await refusal({ do: action })).toBe('worker-dead');
    const replaced = await lab.do({ do: 'worker/replace' });
    expect(replaced.state.workers).toMatchObject([{ state: 'running' }]);
    expect(replaced.state.workers[0]?.name).not.toBe(worker?.name);
    expect((await lab.do({ do: 'leases/list' })).leases).toEqual(leases);
    expect(await refusal({ do: 'leases/drop', taskId: 'tsk_none' })).toBe('no-lease');
    await lab.do({ do: 'worker/pause' });
    expect(await lab.do({ do: 'leases/drop', taskId })).toMatchObject({ leases: [] });
    expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: true });
    expect(await lab.transition()).toMatchObject({ revision: 1, kind: 'created' });
    expect(await lab.transition()).toMatchObject({ revision: 2, taskId });
  });

  it('R72 a lease ends by the steered clock', async () => {
    await report(mcp);
    await lab.do({ do: 'clock/step' });
    await lab.do({ do: 'worker/kill-at-commit' });
    await lab.do({ do: 'worker/step' });
    await lab.do({ do: 'worker/replace' });
    await lab.do({ do: 'worker/pause' });
    expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: false });
    expect(await lab.do({ do: 'clock/step' })).toMatchObject({ moved: 10_000 });
    expect((await lab.do({ do: 'leases/list' })).leases).toMatchObject([{ expired: true }]);
    expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: true });
  });
});

it('one server has no routes, and no other server', async () => {
  expect(await refusal({ do: 'routes/list' })).toBe('no-gateway');
  expect(await refusal({ do: 'worker/pause', server: 'b' })).toBe('no-such-server');
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { own } from '../../protocol/json.ts';
import { type LabClient, type StartedDemo, startDemo } from '../../testing.ts';
import { RpcClient } from '../rpc-client.ts';
import { report } from '../watch.suite.ts';

let demo: StartedDemo;
let lab: LabClient;
let mcp: RpcClient;
beforeEach(async () => {
  demo = await startDemo({ clock: 'manual' });
  lab = await demo.lab();
  mcp = new RpcClient(demo.url);
});
afterEach(() => demo.close());

const refusal = async (command: Parameters<LabClient['ask']>[0]): Promise<string> => {
  const ack = await lab.ask(command);
  return ack.ok ? 'done' : ack.error.message;
};
const get = (taskId: string) => mcp.call(9, 'tasks/get', { taskId });

it('faults are listed, switched on with parameters, told to every client, and ended by one reset', async () => {
  const { catalogue = [] } = await lab.do({ do: 'faults/list' });
  expect(catalogue.find(({ name }) => name === 'cut-body')).toMatchObject({
    group: 'http',
    schema: { type: 'object' },
  });
  const other = await demo.lab();
  const { state } = await lab.do({ do: 'faults/on', fault: 'cancel-ignored' });
  const on = [{ name: 'cancel-ignored', params: {}, server: null }];
  expect(state.faults).toEqual(on);
  expect(await other.next()).toMatchObject({ type: 'state', state: { faults: on } });
  const taskId = await report(mcp);
  await mcp.call(2, 'tasks/cancel', { taskId });
  expect(await get(taskId)).toMatchObject({ status: 'working' });
  expect((await lab.do({ do: 'faults/reset' })).state.faults).toEqual([]);
  await mcp.call(3, 'tasks/cancel', { taskId });
  expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
});

it('a fault that there is not, and a parameter that it does not take, change nothing and say what to write', async () => {
  expect(await refusal({ do: 'faults/on', fault: 'nope' })).toMatch(/only: stale-reads/);
  expect(await refusal({ do: 'faults/on', fault: 'stale-reads', params: { lagMs: 'x' } })).toMatch(
    /whole number/,
  );
  expect(await refusal({ do: 'faults/on', fault: 'stale-reads', server: 'b' })).toMatch(/no server b/);
  expect(await refusal({ do: 'faults/on' } as never)).toMatch(/faults\/list/);
  expect((await lab.do({ do: 'state' })).state.faults).toEqual([]);
});

it('on a real connection a cut answer is no answer, and a later one is', async () => {
  const taskId = await report(mcp);
  await lab.do({ do: 'faults/on', fault: 'cut-body', params: { every: 2 } });
  expect(await get(taskId)).toMatchObject({ status: 'working' });
  await expect(get(taskId)).rejects.toThrow();
  expect(await get(taskId)).toMatchObject({ status: 'working' });
});

it('R73 a killed server breaks off its streams, forgets its sessions, and goes on with the task in another life', async () => {
  const taskId = await report(mcp);
  await lab.do({ do: 'faults/on', fault: 'no-nested-result-type' });
  const before = await lab.transition();
  const killed = await lab.do({ do: 'server/kill', downMs: 40 });
  expect(killed.state.workers).toMatchObject([{ state: 'dead' }]);
  await expect(get(taskId)).rejects.toThrow();
  await demo.advance(40);
  expect(await get(taskId)).toMatchObject({ status: 'working' });
  await demo.advance(2_000);
  const after = await lab.transition();
  expect(after).toMatchObject({ taskId, kind: 'step' });
  expect(after.bootId).not.toBe(before.bootId);
  expect((await lab.do({ do: 'state' })).state.faults).toMatchObject([{ name: 'no-nested-result-type' }]);
  expect(own(await get(taskId), 'status')).toBe('working');
});

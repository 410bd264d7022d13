import { expect, test } from 'vitest';
import { GUEST, outcome, world } from './world.suite.ts';

const LEASE = { leaseMs: 4000 };

async function steps(store: ReturnType<typeof world>['store'], taskId: string): Promise<number> {
  return (await store.events(taskId)).length;
}

test('R72 crash-in-step: nothing moves until the lease of the dead worker ends', async () => {
  const { client, store } = world('crash-in-step', {}, LEASE);
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(2000);
  expect(await store.leased(9)).toMatchObject([{ taskId, epoch: 1 }]);
  expect(await steps(store, taskId)).toBe(1);
  await client.run(4000);
  expect(await client.status(taskId)).toBe('completed');
});

test('R72 crash-before-commit: the step is run again, its transition happens once', async () => {
  const { client, store } = world('crash-before-commit', { times: 1 }, LEASE);
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(2000);
  expect([await client.status(taskId), await steps(store, taskId)]).toEqual(['working', 1]);
  await client.run(6000);
  expect(await client.status(taskId)).toBe('completed');
  const events = await store.events(taskId);
  expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n + 1));
});

test('R3 crash-before-answer: the task is made and nobody has its handle', async () => {
  const { client, server, store } = world('crash-before-answer');
  const request = client.request('tools/call', { name: 'slow_compute', arguments: { seconds: 1 } });
  expect(await outcome(await server.fetch(request))).toMatchObject({ text: '', broke: true });
  expect(await store.history(GUEST, { limit: 9 })).toHaveLength(1);
  expect(await client.task('slow_compute', { seconds: 1 })).toMatch(/^tsk_/);
});

test('R78 lost-lease: the commit is refused, and the other worker has the task with the next epoch', async () => {
  const { client, store } = world('lost-lease', { leaseMs: 3000 });
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(1000);
  expect(await store.leased(9)).toMatchObject([{ taskId, lease: { worker: 'another worker', epoch: 2 } }]);
  expect(await steps(store, taskId)).toBe(1);
  await client.run(6000);
  expect(await client.status(taskId)).toBe('completed');
});

test.each([
  [true, false],
  [false, true],
])('R78 zombie-worker, with the epoch checked: %s, undoes a transition: %s', async (checked, undone) => {
  const { client, store } = world('zombie-worker', { checked }, LEASE);
  const taskId = await client.report();
  const told: (string | null)[] = [];
  for (let i = 0; i < 24; i += 1) {
    await client.run(500);
    const found = await store.find(taskId, GUEST);
    const message = found?.kind === 'task' ? found.row.statusMessage : null;
    if (message !== told.at(-1)) told.push(message);
  }
  expect(new Set(told).size < told.length).toBe(undone);
});

test.each([
  [false, [true, false, true, false]],
  [true, [true, true, true, true]],
])('R5 R6 unshared-replicas, routed by Mcp-Name: %s, know the task: %j', async (byName, known) => {
  const { client } = world('unshared-replicas', { byName });
  const taskId = await client.report();
  const told = [];
  for (let i = 0; i < 4; i += 1)
    told.push((await client.ask('tasks/get', { taskId })).error.code === undefined);
  expect(told.sort()).toEqual([...known].sort());
});

test('R51 cancel-ignored: acknowledged, and the work goes on to its result', async () => {
  const { client } = world('cancel-ignored');
  const taskId = await client.task('slow_compute', { seconds: 1 });
  expect((await client.cancel(taskId)).result.resultType).toBe('complete');
  await client.run(2000);
  expect(await client.status(taskId)).toBe('completed');
});

test('R51 cancel-late: acknowledged at once, carried out when its turn comes', async () => {
  const { client } = world('cancel-late', { delayMs: 2000 });
  const taskId = await client.report();
  await client.cancel(taskId);
  await client.run(1000);
  expect(await client.status(taskId)).toBe('working');
  await client.run(1500);
  expect(await client.status(taskId)).toBe('cancelled');
});

test('R56 cancel-loses: a moment after the acknowledgement the result is there', async () => {
  const { client, store } = world('cancel-loses');
  const taskId = await client.task('slow_compute', { seconds: 30 });
  await client.cancel(taskId);
  await client.run(500);
  expect(await client.status(taskId)).toBe('completed');
  expect((await store.events(taskId)).map(({ kind }) => kind)).toContain('cancel_requested');
});

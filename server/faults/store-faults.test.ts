import { expect, test } from 'vitest';
import { part } from '../http/suite/mount.suite.ts';
import { GUEST, turn, world } from './world.suite.ts';

test('R4 stale-reads: the handle waits for its task, and a poll tells what was true a while ago', async () => {
  const { client, clock, store, server } = world('stale-reads', { lagMs: 500 });
  let handle = '';
  void client.report().then((taskId) => {
    handle = taskId;
  });
  await clock.advance(480);
  expect(handle).toBe('');
  await clock.advance(40);
  await turn();
  expect(await client.status(handle)).toBe('working');
  await client.run(1000);
  expect((await store.find(handle, GUEST))?.kind).toBe('task');
  const before = await client.get(handle);
  await clock.advance(500);
  await turn();
  expect((await client.get(handle)).statusMessage).not.toBe(before.statusMessage);
  server.faults.off('stale-reads');
  expect(await client.status(await client.report())).toBe('working');
});

test('R3 R4 handle-too-early: the first polls know nothing of a task that exists', async () => {
  const { client, clock } = world('handle-too-early', { lagMs: 1000 });
  const taskId = await client.report();
  expect((await client.ask('tasks/get', { taskId })).error.code).toBe(-32602);
  await clock.advance(1000);
  expect(await client.status(taskId)).toBe('working');
});

test('store-full: no handle without a place for it, and what is there can be read', async () => {
  const { client, server, store } = world();
  const taskId = await client.report();
  server.faults.on('store-full', { writes: 'new tasks' });
  const refused = await client.call('generate_report', { size: 'small' });
  expect([refused.status, refused.error.code]).toEqual([503, -32603]);
  expect(await store.history(GUEST, { limit: 9 })).toHaveLength(1);
  expect(await client.status(taskId)).toBe('working');
  server.faults.on('store-full');
  expect((await client.cancel(taskId)).status).toBe(503);
  server.faults.reset();
  expect((await client.cancel(taskId)).status).toBe(200);
});

test('R71 expire-working: fails at creation plus ttlMs and not before', async () => {
  const { client } = world('expire-working', { ttlMs: 2000 });
  const taskId = await client.report();
  expect((await client.get(taskId)).ttlMs).toBe(2000);
  await client.run(1500);
  expect(await client.status(taskId)).toBe('working');
  await client.run(500);
  expect(part((await client.get(taskId)).error, 'data')).toEqual({ reason: 'expired' });
});

test('R71 expire-waiting: the answer comes to a task that has failed', async () => {
  const { client } = world('expire-waiting', { afterMs: 3000 });
  const taskId = await client.waiting();
  await client.run(3000);
  expect(await client.status(taskId)).toBe('failed');
  expect((await client.approve(taskId)).status).toBe(200);
  expect(await client.status(taskId)).toBe('failed');
});

test('R71 expire-at-the-end: all the work, and no result', async () => {
  const { client, store } = world('expire-at-the-end');
  const taskId = await client.task('slow_compute', { seconds: 2 });
  await client.run(4000);
  expect(part((await client.get(taskId)).error, 'data')).toEqual({ reason: 'expired' });
  const kinds = (await store.events(taskId)).map(({ kind }) => kind);
  expect(kinds.at(-1)).toBe('expired');
  expect(kinds).not.toContain('completed');
});

test('R71 early-purge: the result is gone, which its owner alone is told', async () => {
  const { client } = world('early-purge', { afterMs: 1000 });
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(1500);
  expect(await client.status(taskId)).toBe('completed');
  await client.run(1500);
  expect((await client.ask('tasks/get', { taskId })).error.message).toMatch(/expired/i);
  expect((await client.ask('tasks/get', { taskId }, { token: 'demo-bob' })).error.message).not.toMatch(
    /expired/i,
  );
});

test('clock-jump: times in answers jump while the work goes on evenly', async () => {
  const { client, server } = world();
  const taskId = await client.report();
  await client.run(1500);
  const before = Date.parse(String((await client.get(taskId)).lastUpdatedAt));
  server.faults.on('clock-jump', { byMs: 600_000 });
  await client.run(1500);
  const after = Date.parse(String((await client.get(taskId)).lastUpdatedAt));
  expect(after - before).toBeGreaterThan(600_000);
});

test('R30 terminal-to-working: an ended task seems to work, every other time', async () => {
  const { client } = world('terminal-to-working');
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(2000);
  const told = [];
  for (let i = 0; i < 3; i += 1) told.push(await client.status(taskId));
  expect(told).toEqual(['completed', 'working', 'completed']);
});

test('R44 question-withdrawn: the task goes on without an answer, and one that comes later changes nothing', async () => {
  const { client } = world('question-withdrawn', { afterMs: 2000 });
  const taskId = await client.waiting();
  await client.run(2500);
  expect(await client.status(taskId)).toBe('cancelled');
  expect((await client.approve(taskId)).status).toBe(200);
  expect(await client.status(taskId)).toBe('cancelled');
});

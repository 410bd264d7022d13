import { expect, test } from 'vitest';
import { part } from '../http/suite/mount.suite.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import { outcome, revisions, turn, world } from './world.suite.ts';

const get = (taskId: string) => ['tasks/get', { taskId }] as const;

test.each([
  ['http-500', 500, /Internal Server Error/],
  ['http-502', 502, /<html>/],
  ['http-503', 503, /<html>/],
  ['http-429', 429, /wait/],
])('R66 %s: every other request gets %i, and the task is not touched', async (name, status, text) => {
  const { client, server } = world();
  const taskId = await client.report();
  server.faults.on(name, { method: 'tasks/get', every: 2 });
  expect((await client.ask(...get(taskId))).status).toBe(200);
  const failed = await server.fetch(client.request(...get(taskId)));
  expect([failed.status, failed.headers.has('Retry-After')]).toEqual([
    status,
    status === 503 || status === 429,
  ]);
  expect(await failed.text()).toMatch(text);
  expect((await client.ask('tools/list')).status).toBe(200);
});

test('what a fault answers can be read by a page that may read the server', async () => {
  const page = 'http://page.example:1';
  const { client, server } = world('http-500', { every: 1 }, { allowedOrigins: [page] });
  const response = await server.fetch(client.request('tools/list', {}, { headers: { Origin: page } }));
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([500, page]);
  expect((await server.fetch(new Request('http://127.0.0.1:6280/mcp', { method: 'OPTIONS' }))).status).toBe(
    204,
  );
});

test('slow-first-byte: the answer waits, the work does not', async () => {
  const { client, server, clock } = world();
  const taskId = await client.report();
  server.faults.on('slow-first-byte', { delayMs: 2000, method: 'tasks/get' });
  let seen: JsonObject | undefined;
  void client.get(taskId).then((task) => {
    seen = task;
  });
  await client.run(1500);
  expect(seen).toBeUndefined();
  await clock.advance(500);
  await turn();
  expect(seen).toMatchObject({ taskId, statusMessage: expect.not.stringContaining('2 of 4') });
});

test('cut-body: half a message and then a broken line', async () => {
  const { client, server } = world();
  const taskId = await client.report();
  server.faults.on('cut-body', { every: 1, percent: 50 });
  const cut = await outcome(await server.fetch(client.request(...get(taskId))));
  expect(cut).toMatchObject({ status: 200, broke: true });
  expect(cut.text.length).toBeGreaterThan(50);
  expect(() => JSON.parse(cut.text)).toThrow();
});

test('duplicate-answers: two frames of one id', async () => {
  const { client, server } = world();
  const taskId = await client.report();
  server.faults.on('duplicate-answers');
  const { text } = await outcome(await server.fetch(client.request(...get(taskId), { id: 77 })));
  expect(text.match(/"id":77/g)).toHaveLength(2);
});

test('R28 poll-limit: the interval grows, and an early poll gets 429', async () => {
  const { client, clock } = world('poll-limit', { fromMs: 1000 });
  const taskId = await client.report();
  expect((await client.get(taskId)).pollIntervalMs).toBe(1000);
  const early = await client.mount.fetch(client.request(...get(taskId)));
  expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '1']);
  await clock.advance(1000);
  expect((await client.get(taskId)).pollIntervalMs).toBe(2000);
  await clock.advance(1000);
  expect((await client.mount.fetch(client.request(...get(taskId)))).status).toBe(429);
});

/** A report that is listened to, with its acknowledgement read. */
async function listened(name: string, params: JsonObject) {
  const all = world(name, params);
  const taskId = await all.client.report();
  const stream = await all.client.listen({ taskIds: [taskId] });
  await stream.message();
  const steps = async (): Promise<void> => {
    for (const ms of [0, 1500, 1500]) {
      await all.client.run(ms);
      await turn();
    }
  };
  return { ...all, taskId, stream, steps };
}

test.each([
  ['push-dropped', { every: 2 }, 2, [1, 3]],
  ['push-repeated', { times: 2 }, 4, [1, 1, 2, 2]],
  ['push-reordered', { holdMs: 60_000 }, 2, [2, 1]],
])('R61 R62 %s: %j', async (name, params, count, expected) => {
  const { stream, steps } = await listened(name, params);
  await steps();
  expect(await revisions(stream, count)).toEqual(expected);
  await stream.close();
});

test('R61 push-late: a poll knows it first', async () => {
  const { client, taskId, stream, clock } = await listened('push-late', { delayMs: 2000 });
  await client.run(1500);
  const polled = own(part(await client.get(taskId), '_meta'), 'dev.taskscope/revision');
  await clock.advance(500);
  expect([polled, await revisions(stream, 1)]).toEqual([2, [1]]);
  await stream.close();
});

test.each(['cut', 'ended without an answer'])('R63 listen-dies, %s: the task goes on', async (how) => {
  const { client, taskId, stream, clock } = await listened('listen-dies', { afterMs: 1000, how });
  await clock.advance(1000);
  const end = (async () => {
    for (;;) if ((await stream.next()) === 'end') return 'ended';
  })().catch(() => 'broke');
  expect(await end).toBe(how === 'cut' ? 'broke' : 'ended');
  expect(await client.status(taskId)).toBe('working');
});

test('R12 never-declares: no extension in discovery, and handles all the same', async () => {
  const { client } = world('never-declares');
  const { result } = await client.ask('server/discover');
  expect(own(part(result, 'capabilities'), 'extensions')).toEqual({});
  expect(await client.report()).toMatch(/^tsk_/);
});

test('mixed-generations: a nested handle and a task with ttl among those of today', async () => {
  const { client } = world('mixed-generations', { every: 2 });
  const taskId = await client.report();
  expect(await client.get(taskId)).toMatchObject({ taskId, ttl: 900_000, pollInterval: 1000 });
  expect((await client.get(taskId)).ttlMs).toBe(900_000);
  expect(part((await client.call('generate_report', { size: 'small' })).result, 'task')).toHaveProperty(
    'ttl',
  );
});

test('R33 no-nested-result-type: the inner result has none, the answer has', async () => {
  const { client } = world('no-nested-result-type');
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(2000);
  const task = await client.get(taskId);
  expect(task.resultType).toBe('complete');
  expect(own(task.result, 'content')).toBeDefined();
  expect(own(task.result, 'resultType')).toBeUndefined();
});

test('R42 key-reuse: an answered key comes back for another question, and its answer reaches the right one', async () => {
  const { client } = world('key-reuse');
  const taskId = await client.task('plan_trip');
  await client.run(1500);
  expect(Object.keys(part(await client.get(taskId), 'inputRequests'))).toEqual(['question', 'question_2']);
  await client.answer(taskId, { question: { action: 'accept', content: { city: 'OSL' } } });
  const open = part(await client.get(taskId), 'inputRequests');
  expect(Object.keys(open)).toEqual(['question']);
  await client.answer(taskId, { question: { action: 'accept', content: { from: '2026-08-01', nights: 2 } } });
  await client.run(3000);
  expect(JSON.stringify((await client.get(taskId)).result)).toContain('OSL, 2 nights');
});

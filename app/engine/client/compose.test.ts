import { expect, test } from 'vitest';
import { bench, ENDPOINT, now } from './demo.suite.ts';
import { result, SCRIPTED, scripted } from './scripted.suite.ts';

const TEXT = '{ "jsonrpc":"2.0", "id": 9007199254740993, "method":"odd/one", "params":{"n":1.0,"n":2} }';

test('what was composed goes out character for character, with its headers alone, and is marked in the log', async () => {
  const sent: RequestInit[] = [];
  const engine = await scripted((request) => result(request, {})).engine({
    fetch: async (_url, init) => {
      sent.push(init);
      return new Response('{}');
    },
  });
  const prepared = { ...engine.prepareRequest(SCRIPTED, 'tools/list', {}), text: TEXT };
  const heard = await engine.compose({ ...prepared, headers: [['X-Own', '1']] });
  expect(sent.map(({ body, headers }) => [body, headers])).toEqual([[TEXT, [['X-Own', '1']]]]);
  expect(heard).toMatchObject({ status: 200, text: '{}' });
  const exchange = engine.world().exchangeById.get(heard.exchange);
  expect(exchange).toMatchObject({ composed: true, method: 'odd/one' });
  expect(engine.log.read(exchange?.causeSeq ?? -1).data).toMatchObject({
    name: 'compose',
    method: 'odd/one',
  });
  await engine.close();
});

test('R51: a notification is no cancel, even where its method says so', async () => {
  const { engine: make } = bench();
  const engine = await make({ storage: null });
  const called = await engine.call(engine.prepareCall(ENDPOINT, 'generate_report', {}));
  if (!called.ok || called.value.kind !== 'task') throw new Error('no task');
  const prepared = engine.prepareCancel(ENDPOINT, called.value.taskId);
  const text = prepared.text.replace(/"id":\d+,/, '');
  const heard = await engine.compose({ ...prepared, text });
  expect(heard).toMatchObject({ status: 202, problem: undefined });
  const world = engine.world();
  expect(world.exchangeById.get(heard.exchange)).toMatchObject({
    step: 'notification',
    state: 'done',
    taskIds: [],
  });
  expect([...world.tasks.values()][0]?.cancel).toBeUndefined();
  await engine.close();
});

test('a composed call that becomes a task is watched as any other', async () => {
  const { engine: make, clock } = bench();
  const engine = await make({ storage: null });
  const heard = await now(clock, engine.compose(engine.prepareCall(ENDPOINT, 'generate_report', {})));
  const lane = [...engine.world().tasks.values()][0];
  expect(lane).toMatchObject({
    taskId: heard.taskId,
    tool: 'generate_report',
    handleExchange: heard.exchange,
  });
  await clock.advance(3_000);
  expect([...engine.world().tasks.values()][0]?.pollCount).toBeGreaterThan(0);
  await engine.close();
});

test('an exchange that is closed from this side ends, and says so', async () => {
  const engine = await scripted(() => new Promise<Response>(() => {})).engine({
    fetch: (_url, init) =>
      new Promise((_resolve, reject) =>
        init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  });
  const stop = new AbortController();
  const heard = engine.compose(engine.prepareRequest(SCRIPTED, 'subscriptions/listen', {}), stop.signal);
  // The code that sends is loaded first.
  await import('./compose.ts');
  stop.abort();
  expect(await heard).toMatchObject({ status: undefined, text: undefined, problem: { code: 'closed' } });
  await engine.close();
});

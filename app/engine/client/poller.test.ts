import { describe, expect, test } from 'vitest';
import { isObject, own } from '../../../server/protocol/json.ts';
import { methodFacts } from '../../../server/protocol/methods.ts';
import type { Engine } from '../engine.ts';
import { bench, ENDPOINT, now } from './demo.suite.ts';
import {
  ASKING,
  DONE,
  historyOf,
  json,
  result,
  rpcError,
  SCRIPTED,
  type Script,
  scripted,
  snapshot,
  TASK,
} from './scripted.suite.ts';

async function watching(script: Script) {
  const made = scripted(script);
  const engine = await made.engine();
  engine.attach(SCRIPTED, TASK);
  await made.clock.advance(0);
  return { ...made, engine, task: () => historyOf(engine) };
}

function plans(engine: Engine) {
  return Array.from({ length: engine.log.length }, (_, seq) => engine.log.read(seq)).filter(
    (event) => event.kind === 'plan',
  );
}

describe('pace', () => {
  test('R28 pollIntervalMs is honoured as it changes, and the first poll comes one interval after the handle', async () => {
    const made = scripted((request) =>
      request.method === 'tools/call'
        ? json({
            jsonrpc: '2.0',
            id: request.id,
            result: { resultType: 'task', ...snapshot({ pollIntervalMs: 700 }) },
          })
        : result(request, snapshot({ pollIntervalMs: request.nth < 3 ? 700 : 2_000 })),
    );
    const engine = await made.engine();
    await now(made.clock, engine.call(engine.prepareCall(SCRIPTED, 'work', {})));
    await made.clock.advance(6_200);
    expect(made.at('tasks/get')).toEqual([700, 1_400, 2_100, 4_100, 6_100]);
    expect(plans(engine)[0]?.data).toMatchObject({ what: 'poll', due: 700, why: 'pollIntervalMs 700' });
  });

  test('without an interval it is 1,000 ms, and one below 50 ms is raised and said so', async () => {
    const { clock, at, task } = await watching((request) => {
      const { pollIntervalMs: _, ...without } = snapshot();
      return result(request, request.nth < 3 ? without : { ...without, pollIntervalMs: 1 });
    });
    await clock.advance(2_120);
    expect(at('tasks/get')).toEqual([0, 1_000, 2_000, 2_050, 2_100]);
    expect(task().poll).toMatchObject({ why: 'pollIntervalMs 1, raised to 50 ms' });
  });

  test('R30 a terminal state ends the polling; a person may still look again', async () => {
    const { clock, at, task, engine } = await watching((request) =>
      result(request, request.nth < 3 ? snapshot() : snapshot(DONE)),
    );
    await clock.advance(60_000);
    expect(at('tasks/get')).toEqual([0, 1_000, 2_000]);
    expect(task()).toMatchObject({ status: 'completed', poll: { kind: 'stopped', why: 'ended' } });
    engine.refresh(SCRIPTED, TASK);
    await clock.advance(60_000);
    expect(at('tasks/get')).toHaveLength(4);
    expect(task().poll).toEqual({ kind: 'stopped', why: 'ended' });
  });

  test('polls on while a question waits for hours', async () => {
    const { clock, at, task } = await watching((request) =>
      result(request, snapshot({ ...ASKING, pollIntervalMs: 60_000 })),
    );
    await clock.advance(3_600_000);
    expect(at('tasks/get')).toHaveLength(61);
    expect(task().questions).toHaveLength(1);
  });

  test('forgotten: no more polls; restored: they go on', async () => {
    const { clock, at, task, engine } = await watching((request) => result(request, snapshot()));
    engine.forget(SCRIPTED, TASK);
    await clock.advance(5_000);
    expect(at('tasks/get')).toHaveLength(1);
    expect(task()).toMatchObject({ forgotten: true, poll: { kind: 'stopped', why: 'forgotten' } });
    engine.restore(SCRIPTED, TASK);
    await clock.advance(2_500);
    expect(at('tasks/get')).toEqual([0, 5_000, 6_000, 7_000]);
    expect(task().forgotten).toBe(false);
  });
});

describe('failures', () => {
  test.each([
    ['a 503', () => json('busy', 503)],
    ['a 503 with a JSON-RPC error', (r: Parameters<Script>[0]) => rpcError(r, -32602, 503)],
    ['a dropped connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['no JSON', () => json('{"jsonrpc":')],
    [
      'an HTML page',
      () => new Response('<!doctype html><p>hi', { headers: { 'content-type': 'text/html' } }),
    ],
    ['an empty body', () => json('')],
    [
      'an answer to another request',
      (r: Parameters<Script>[0]) => json({ jsonrpc: '2.0', id: `not ${r.id}`, result: snapshot() }),
    ],
    [
      'an unknown resultType',
      (r: Parameters<Script>[0]) => result(r, { ...snapshot(DONE), resultType: 'done' }),
    ],
    ['another task', (r: Parameters<Script>[0]) => result(r, snapshot({ taskId: 'other' }))],
    ['an internal error', (r: Parameters<Script>[0]) => rpcError(r, -32603)],
  ] satisfies [string, Script][])(
    '%s is retried with growing waits, shown, and forgotten when it passes',
    async (_, fail) => {
      const { clock, at, task, engine } = await watching((request) =>
        request.nth >= 2 && request.nth <= 4 ? fail(request) : result(request, snapshot()),
      );
      await clock.advance(1_000);
      expect(task().poll).toMatchObject({ kind: 'retrying', due: 1_250, attempt: 1 });
      expect(task().status).toBe('working');
      expect(engine.world().exchanges.at(1)).toMatchObject({ state: 'failed', note: 'retried in 250 ms' });
      await clock.advance(3_000);
      expect(engine.world().exchanges.at(3)).toMatchObject({ note: 'retried in 1 s' });
      expect(at('tasks/get')).toEqual([0, 1_000, 1_250, 1_750, 2_750, 3_750]);
      expect(task().failures).toHaveLength(3);
      expect(task().poll).toMatchObject({ kind: 'scheduled' });
    },
  );

  test('the wait grows to 15 s and no further', async () => {
    const { clock, at } = await watching((request) =>
      request.nth === 1 ? result(request, snapshot()) : Promise.reject(new TypeError('refused')),
    );
    await clock.advance(120_000);
    const times = at('tasks/get');
    const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(waits.slice(0, 9)).toEqual([1_000, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  test('Retry-After is honoured on 429, in seconds and as a date', async () => {
    const { clock, at, task } = await watching((request) => {
      if (request.nth === 1) return result(request, snapshot());
      if (request.nth === 2) return json('slow down', 429, { 'retry-after': '7' });
      if (request.nth === 3)
        return json('slow down', 429, { 'retry-after': new Date(clock.now() + 9_000).toUTCString() });
      return result(request, snapshot());
    });
    await clock.advance(1_000);
    expect(task().poll).toMatchObject({ kind: 'retrying', due: 8_000 });
    await clock.advance(16_500);
    expect(at('tasks/get')).toEqual([0, 1_000, 8_000, 17_000]);
  });

  test('a hanging request times out on the clock, and is tried again', async () => {
    const { clock, at, task } = await watching((request) =>
      request.nth === 2
        ? new Promise<Response>((_, reject) => {
            request.signal?.addEventListener('abort', () =>
              reject(new DOMException('aborted', 'AbortError')),
            );
          })
        : result(request, snapshot()),
    );
    await clock.advance(32_000);
    expect(at('tasks/get')).toEqual([0, 1_000, 31_250]);
    expect(task().failures[0]?.problem).toMatchObject({ kind: 'network', code: 'timeout' });
  });

  test.each([
    [-32021, 400],
    [-32601, 404],
  ])('another JSON-RPC error (%i) is the word of the server, and ends the polling', async (code, status) => {
    const { clock, at, task } = await watching((request) =>
      request.nth === 1 ? result(request, snapshot()) : rpcError(request, code, status),
    );
    await clock.advance(60_000);
    expect(at('tasks/get')).toHaveLength(2);
    expect(task().poll).toMatchObject({ kind: 'stopped', why: expect.stringContaining(`refused: `) });
    expect(task()).toMatchObject({ status: 'working', gone: undefined });
    expect(task().failures.at(-1)?.problem).toMatchObject({ kind: 'rpc', number: code });
  });

  test.each([
    ['before its TTL', 5_000, false],
    ['after its TTL', 3_000, true],
  ])('R66 R71 a task that the server does not know any more is gone, %s', async (_, ttlMs, ttlPassed) => {
    const { clock, at, task } = await watching((request) =>
      request.nth <= 3 ? result(request, snapshot({ ttlMs })) : rpcError(request, -32602),
    );
    await clock.advance(60_000);
    expect(at('tasks/get')).toHaveLength(4);
    expect(task()).toMatchObject({
      status: 'working',
      gone: { ttlPassed },
      poll: { kind: 'stopped', why: 'gone' },
    });
    expect(task().segments).toEqual([{ status: 'working', from: 0, to: 3_000 }]);
  });

  test('an id that was never known: gone, and nothing is said about a TTL', async () => {
    const { task } = await watching((request) => rpcError(request, -32602));
    expect(task()).toMatchObject({ status: undefined, gone: { ttlPassed: null }, poll: { why: 'gone' } });
  });
});

test('design, idea 2: nothing is sent without a cause that names it, and only reads are ever repeated', async () => {
  const { clock, engine: make } = bench();
  const engine = await make({ storage: null });
  await now(clock, engine.connect(ENDPOINT));
  await now(clock, engine.listTools(ENDPOINT));
  const called = await now(clock, engine.call(engine.prepareCall(ENDPOINT, 'generate_report', {})));
  if (!called.ok || called.value.kind !== 'task') throw new Error('no task');
  const { taskId } = called.value;
  engine.setPush(ENDPOINT, taskId, true);
  await clock.advance(6_000);
  await now(
    clock,
    engine.update(engine.prepareUpdate(ENDPOINT, taskId, { approve_outline: { action: 'decline' } })),
  );
  await now(clock, engine.cancel(engine.prepareCancel(ENDPOINT, taskId)));
  engine.refresh(ENDPOINT, taskId);
  await clock.advance(5_000);

  const events = Array.from({ length: engine.log.length }, (_, seq) => engine.log.read(seq));
  const requests = events.filter(({ kind }) => kind === 'request');
  expect(requests.length).toBeGreaterThan(9);
  const actions: Record<string, string> = {
    'server/discover': 'connect',
    'tools/list': 'list-tools',
    'tools/call': 'call',
    'tasks/update': 'answer',
    'tasks/cancel': 'cancel',
  };
  for (const request of requests) {
    const cause = events[request.cause ?? -1];
    const name = own(cause?.data, 'name');
    expect(cause?.seq).toBeLessThan(request.seq);
    if (cause?.kind === 'timer') {
      expect(methodFacts(request.method ?? '')?.repeatable).toBe(true);
      expect(events[cause.cause ?? -1]?.kind).toBe('plan');
    } else {
      expect(cause?.kind).toBe('action');
      expect(['attach', 'refresh', 'push-on', actions[request.method ?? '']]).toContain(name);
    }
  }
  for (const method of ['tools/call', 'tasks/update', 'tasks/cancel'])
    expect(requests.filter((request) => request.method === method)).toHaveLength(1);
  expect(events.every(({ data }) => data === null || isObject(data))).toBe(true);
});

test('a tasks/update that fails is not sent again by itself; the answer is kept and a person may', async () => {
  const { clock, sent, engine, task } = await watching((request) => {
    if (request.method === 'tasks/update') return request.nth === 1 ? json('', 503) : result(request, {});
    return result(request, snapshot(ASKING));
  });
  const answer = { approve: { action: 'accept', content: { ok: true } } };
  const first = await now(clock, engine.update(engine.prepareUpdate(SCRIPTED, TASK, answer)));
  expect(first).toMatchObject({ ok: false, problem: { kind: 'http', number: 503 } });
  await clock.advance(30_000);
  expect(sent.filter(({ method }) => method === 'tasks/update')).toHaveLength(1);
  expect(task().questions[0]).toMatchObject({ state: 'send-failed', response: answer.approve });
  const second = await now(clock, engine.update(engine.prepareUpdate(SCRIPTED, TASK, answer)));
  expect(second.ok).toBe(true);
  expect(task().questions[0]?.state).toBe('acknowledged');
  const names = Array.from({ length: engine.log.length }, (_, seq) => own(engine.log.read(seq).data, 'name'));
  expect(names.filter((name) => name === 'answer' || name === 'send-again')).toEqual([
    'answer',
    'send-again',
  ]);
});

test('R48 R51 a cancel that is acknowledged changes no status, and the polls go on', async () => {
  const { clock, engine, task, at } = await watching((request) =>
    request.method === 'tasks/cancel' ? result(request, {}) : result(request, snapshot()),
  );
  await now(clock, engine.cancel(engine.prepareCancel(SCRIPTED, TASK)));
  expect(task()).toMatchObject({ status: 'working', cancel: { state: 'acknowledged' } });
  await clock.advance(3_000);
  expect(at('tasks/get')).toHaveLength(4);
  expect(task().status).toBe('working');
});

import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Answer, ask, broken, call, down, get, json, TASK, twoReplicas } from './two-replicas.suite.ts';

describe('routes', () => {
  test('R54 R55: get, update and cancel go where the handle came from, by Mcp-Name; the switch gives them to the next in turn', async () => {
    const { gateway, answers, asked } = twoReplicas();
    answers.a = () => json({ resultType: 'complete' });
    await (await gateway.fetch(ask('server/discover'))).text();
    await (await gateway.fetch(call())).text();
    expect(asked()).toBe('ab');
    const about = ['tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/get'];
    for (const method of about) await (await gateway.fetch(ask(method, { taskId: 'tsk_1' }))).text();
    expect(asked()).toBe('bbbb');
    gateway.route('by-turn');
    for (const method of about) await (await gateway.fetch(ask(method, { taskId: 'tsk_1' }))).text();
    expect(asked()).toBe('abab');
    expect(gateway.view()).toMatchObject({
      routing: 'by-turn',
      routes: [{ taskId: 'tsk_1', replica: 'b', servedBy: 'b' }],
    });
  });

  test('R54: a name that is encoded names the same task', async () => {
    const { gateway, answers, asked } = twoReplicas();
    answers.a = answers.b = () => json({ ...TASK, taskId: 'tsk_ü' });
    await (await gateway.fetch(call())).text();
    for (let i = 0; i < 3; i += 1) await (await gateway.fetch(get('tsk_ü'))).text();
    expect(asked()).toBe('aaaa');
  });

  test('R55: a request row goes when its response ends; the route of the task stays', async () => {
    const { gateway } = twoReplicas();
    const response = await gateway.fetch(call());
    expect(gateway.view().requests).toMatchObject([
      { method: 'tools/call', taskId: null, replica: 'a', because: 'turn', phase: 'answering' },
    ]);
    await response.text();
    expect(gateway.view()).toMatchObject({ requests: [], routes: [{ taskId: 'tsk_1', replica: 'a' }] });
  });

  test('R55: the route stays until the task has ended and TTL and retention are over', async () => {
    const { gateway, answers, clock } = twoReplicas({ retentionMs: 1_000 });
    await (await gateway.fetch(call())).text();
    answers.a = () => json({ ...TASK, status: 'completed', result: {} });
    await (await gateway.fetch(get())).text();
    await clock.advance(Date.parse(TASK.createdAt) + 900_999 - clock.now());
    expect(gateway.view().routes).toMatchObject([{ status: 'completed' }]);
    await clock.advance(1);
    expect(gateway.view().routes).toEqual([]);
  });

  test('the route is there before the client has the whole handle', async () => {
    const { gateway } = twoReplicas();
    const reader = (await gateway.fetch(call())).body?.getReader();
    await reader?.read();
    expect(gateway.view().routes).toHaveLength(1);
    await reader?.cancel();
    expect(gateway.view().requests).toEqual([]);
  });
});

test('R85: requests of a legacy session go to the replica that made it, however requests are spread', async () => {
  const { gateway, answers, asked } = twoReplicas({ routing: 'by-turn', mostRoutes: 2 });
  const inSession = (id: string) =>
    new Request('http://127.0.0.1:6280/mcp/legacy', {
      method: 'POST',
      headers: { 'Mcp-Session-Id': id },
      body: '{}',
    });
  let made = 0;
  answers.a = answers.b = () => {
    made += 1;
    return new Response(null, { status: 202, headers: { 'Mcp-Session-Id': `s${made}` } });
  };
  for (let i = 0; i < 3; i += 1) await gateway.fetch(ask('initialize'));
  expect(asked()).toBe('aba');
  answers.a = answers.b = () => new Response(null, { status: 202 });
  for (const id of ['s2', 's2', 's3', 's2', 's3']) await gateway.fetch(inSession(id));
  expect(asked()).toBe('bbaba');
  // s1 was the oldest of three where two are kept.
  await gateway.fetch(inSession('s1'));
  await gateway.fetch(inSession('s1'));
  expect(asked().split('').sort().join('')).toBe('ab');
});

test('R85: a flood of new sessions does not push out one that is in use', async () => {
  const { gateway, answers, asked } = twoReplicas({ routing: 'by-turn', mostRoutes: 3 });
  const url = 'http://127.0.0.1:6280/mcp/legacy';
  const inUse = () => new Request(url, { method: 'POST', headers: { 'Mcp-Session-Id': 's1' }, body: '{}' });
  let made = 0;
  const opened = () => {
    made += 1;
    return new Response(null, { status: 202, headers: { 'Mcp-Session-Id': `s${made}` } });
  };
  const used: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    answers.a = answers.b = opened;
    await gateway.fetch(ask('initialize'));
    await gateway.fetch(ask('initialize'));
    answers.a = answers.b = () => new Response(null, { status: 202 });
    asked();
    await gateway.fetch(inUse());
    used.push(asked());
  }
  expect(used.join('')).toBe('aaaaaaaa');
});

describe('streams', () => {
  test('R55: each chunk passes at once, is asked for only when the client is ready, and tells of its task', async () => {
    const { gateway, answers } = twoReplicas();
    let pulled = 0;
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tasks', params: TASK })}\n\n`;
    const upstream = new ReadableStream<Uint8Array>(
      {
        pull: (c) => {
          pulled += 1;
          c.enqueue(new TextEncoder().encode(event));
        },
      },
      { highWaterMark: 0 },
    );
    answers.a = () =>
      new Response(upstream, { headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } });
    const response = await gateway.fetch(
      ask('subscriptions/listen', { notifications: { taskIds: ['tsk_1'] } }),
    );
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(pulled).toBe(0);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(event);
    expect(pulled).toBe(1);
    expect(gateway.view()).toMatchObject({
      requests: [{ method: 'subscriptions/listen' }],
      routes: [{ replica: 'a' }],
    });
    await reader?.cancel();
    expect(gateway.view().requests).toEqual([]);
  });

  test('R53: a client that goes closes its replica’s stream, and its row goes without a further read', async () => {
    const { gateway, answers } = twoReplicas();
    let aborted = false;
    answers.a = (request) => {
      request.signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });
    };
    const client = new AbortController();
    await gateway.fetch(ask('subscriptions/listen', {}, client.signal));
    expect(gateway.view().requests).toHaveLength(1);
    client.abort();
    expect([aborted, gateway.view().requests]).toEqual([true, []]);
  });

  /** Answers with a piece of a body, and is killed then. */
  const killed = (piece: string, type: string) => () => {
    const pieces = [new TextEncoder().encode(piece)];
    const body = new ReadableStream({
      pull: (controller) => {
        const next = pieces.shift();
        if (next === undefined) throw new Error('reset');
        controller.enqueue(next);
      },
    });
    return new Response(body, { headers: { 'Content-Type': type } });
  };

  test('R55 R63: event streams of a replica that dies end where they stand, with one line for all of them, and leave no row', async () => {
    const said: string[] = [];
    const { gateway, answers, clock } = twoReplicas({ say: (line) => said.push(line) });
    answers.a = answers.b = killed('data: 1\n\n', 'text/event-stream');
    const listens = [];
    for (let i = 0; i < 6; i += 1) listens.push(await gateway.fetch(ask('subscriptions/listen')));
    const texts = await Promise.all(listens.map((response) => response.text()));
    expect(texts).toEqual(Array(6).fill('data: 1\n\n'));
    expect(said.sort()).toEqual(
      ['a', 'b'].map((name) => `Replica ${name} broke off in the middle of an answer.`),
    );
    expect(gateway.view()).toMatchObject({ requests: [], replicas: [{ failed: 3 }, { failed: 3 }] });
    await clock.advance(1_000);
    await (await gateway.fetch(ask('subscriptions/listen'))).text();
    expect(said).toHaveLength(3);
  });

  test('any other answer breaks for the client too, as one plain line', async () => {
    const { gateway, answers } = twoReplicas();
    answers.a = killed('{"jsonrpc":"2.0",', 'application/json');
    const reading = (await gateway.fetch(call())).text();
    const error = await reading.catch((reason: unknown) => reason);
    expect(inspect(error)).toBe('Replica a broke off in the middle of an answer.');
    expect(gateway.view().requests).toEqual([]);
  });

  test('where the client goes first, nobody is to blame', async () => {
    const said: string[] = [];
    const { gateway, answers } = twoReplicas({ say: (line) => said.push(line) });
    const client = new AbortController();
    answers.a = (request) => {
      const body = new ReadableStream({
        start: (controller) =>
          request.signal.addEventListener('abort', () => controller.error(new Error('aborted'))),
      });
      return new Response(body, { headers: { 'Content-Type': 'application/json' } });
    };
    const reading = (await gateway.fetch(ask('tools/call', {}, client.signal))).text();
    client.abort();
    expect(await reading).toBe('');
    expect([said, gateway.view().replicas[0]?.failed]).toEqual([[], 0]);
  });
});

describe('a replica that is down', () => {
  test('R6 R54: any other serves its tasks, the tables say so, and the task’s route waits for it', async () => {
    const { gateway, answers, asked, clock } = twoReplicas();
    await (await gateway.fetch(call())).text();
    answers.a = down;
    const response = await gateway.fetch(get());
    expect(response.status).toBe(200);
    expect(gateway.view()).toMatchObject({
      replicas: [
        { replica: 'a', up: false, failed: 1 },
        { replica: 'b', up: true, failed: 0 },
      ],
      requests: [{ replica: 'b', because: 'others down', passedOver: ['a'] }],
      routes: [{ replica: 'a', servedBy: 'b' }],
    });
    await response.text();
    expect(asked()).toBe('aab');
    await (await gateway.fetch(get())).text();
    expect(asked()).toBe('b');
    answers.a = () => json(TASK);
    await clock.advance(1_000);
    await (await gateway.fetch(get())).text();
    expect([asked(), gateway.view().routes[0]?.servedBy]).toEqual(['a', 'a']);
  });

  test('a call that did not reach it goes to another one; a call that may have is asked once and told so', async () => {
    const { gateway, answers, asked } = twoReplicas();
    answers.a = down;
    const served = await gateway.fetch(call());
    await served.text();
    expect([served.status, asked()]).toEqual([200, 'ab']);
    answers.b = broken;
    const refused = await gateway.fetch(call());
    expect([refused.status, asked()]).toEqual([502, 'b']);
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(gateway.view().requests).toEqual([]);
  });

  test('R44 R50: what changes nothing the second time is asked again, also where the first may have done it', async () => {
    const { gateway, answers, asked } = twoReplicas();
    answers.a = broken;
    for (const method of ['tasks/update', 'tasks/cancel', 'tasks/get', 'server/discover']) {
      expect((await gateway.fetch(ask(method, { taskId: 'tsk_9' }))).status, method).toBe(200);
    }
    expect(asked()).toMatch(/^ab/);
    const unknown = await gateway.fetch(ask('tasks/result', { taskId: 'tsk_9' }));
    expect([200, 502]).toContain(unknown.status);
  });

  test('where none can be reached the answer is 503 with the request’s id, and the next one may find it back', async () => {
    const { gateway, answers } = twoReplicas();
    const { a, b } = answers;
    answers.a = answers.b = down;
    const refused = await gateway.fetch(get());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { message: expect.stringContaining('try again') },
    });
    Object.assign(answers, { a, b });
    expect((await gateway.fetch(get())).status).toBe(200);
  });

  test('R2: a replica that does not begin its answer in time is given up; what may be repeated goes on', async () => {
    const { gateway, answers, asked, clock } = twoReplicas();
    const never: Answer = () => new Promise(() => {});
    answers.a = never;
    const waiting = gateway.fetch(get());
    await clock.advance(15_000);
    expect([(await waiting).status, asked()]).toEqual([200, 'ab']);
    answers.b = never;
    const once = gateway.fetch(call());
    await clock.advance(299_999);
    expect(gateway.view().requests).toContainEqual(
      expect.objectContaining({ method: 'tools/call', phase: 'waiting' }),
    );
    await clock.advance(1);
    expect((await once).status).toBe(504);
  });
});

import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { Worlds } from '../derive/worlds.ts';
import { LogStore } from '../log/log-store.ts';
import { Recorder } from '../log/recorder.ts';
import { direct } from './direct.ts';
import { type Received, type Sending, tap } from './tap.ts';
import { TAP_LIMITS } from './tap-limits.ts';

const encoder = new TextEncoder();

function setup(fetch: (init: RequestInit) => Promise<Response> | Response, limits = {}) {
  const clock = new ManualClock(undefined, async () => {
    for (let i = 0; i < 5; i += 1) await new Promise<void>((resume) => setImmediate(resume));
  });
  const log = new LogStore();
  const recorder = new Recorder(log, clock, 'r', 't');
  recorder.write({ kind: 'recording', data: { what: 'started', version: 1, app: 'test' } });
  const page = { leaving: false };
  const wire = tap({
    transport: direct(async (_url, init) => fetch(init)),
    clock,
    limits: { ...TAP_LIMITS, ...limits },
    leaving: () => page.leaving,
  });
  const send = (options: Partial<Sending> = {}): Promise<Received> =>
    wire(recorder, {
      endpoint: 'http://127.0.0.1:1/mcp',
      method: 'tools/list',
      id: 1,
      headers: [['Mcp-Method', 'tools/list']],
      text: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      cause: recorder.action('list-tools', 'http://127.0.0.1:1/mcp'),
      timeoutMs: 30_000,
      ...options,
    });
  const kinds = () => Array.from({ length: log.length }, (_, seq) => log.read(seq).kind).slice(2);
  const exchange = () => new Worlds(log).at().exchanges.at(0);
  return { clock, log, send, kinds, exchange, page };
}

const sse = (text: string | ReadableStream<Uint8Array>) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const response = '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[]}}';

test('a whole exchange: what was sent and got, in order, with its cause', async () => {
  let init: RequestInit = {};
  const { send, log, kinds } = setup((given) => {
    init = given;
    return new Response(response, {
      status: 200,
      headers: { 'X-A': 'b', 'content-type': 'application/json' },
    });
  });
  const received = await send();
  expect(received).toMatchObject({ status: 200, body: { text: response }, problem: undefined, seq: 5 });
  expect(kinds()).toEqual(['request', 'head', 'body', 'end']);
  expect(log.read(2)).toMatchObject({ cause: 1, view: 'cors', data: { http: 'POST', id: 1 } });
  expect(log.read(3)).toMatchObject({ status: 200, headers: expect.arrayContaining([['x-a', 'b']]) });
  expect(log.read(5).data).toEqual({ bytes: response.length, by: 'server' });
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });
});

describe('problems', () => {
  const cases: [string, () => Promise<Response> | Response, object][] = [
    [
      'unreachable',
      () => Promise.reject(new TypeError('Failed to fetch')),
      { kind: 'network', code: 'unreachable', detail: 'Failed to fetch' },
    ],
    ['an HTML page', () => new Response('<!DOCTYPE html><title>x', {}), { kind: 'json', code: 'html' }],
    [
      'a 404 page',
      () => new Response('<html>no', { status: 404 }),
      { kind: 'http', code: 'status', number: 404 },
    ],
    ['an empty body', () => new Response(''), { kind: 'json', code: 'empty' }],
    ['broken JSON', () => new Response('{"jsonrpc"'), { kind: 'json', code: 'not-json' }],
    ['bytes', () => new Response(Uint8Array.of(0xff)), { kind: 'json', code: 'not-json' }],
    ['a batch', () => new Response('[]'), { kind: 'rpc', code: 'not-a-message' }],
    [
      'a foreign id',
      () => new Response(response.replace('"id":1', '"id":2')),
      { kind: 'rpc', code: 'wrong-id' },
    ],
    [
      'an unknown resultType',
      () => new Response(response.replace('complete', 'perhaps')),
      { kind: 'rpc', code: 'unknown-result-type' },
    ],
    [
      'a task where none can be',
      () => new Response(response.replace('complete', 'task')),
      { kind: 'rpc', code: 'wrong-result-type' },
    ],
    [
      'a deep body',
      () => new Response(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
      { kind: 'limit', code: 'too-deep' },
    ],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'http://x/' } }),
      { kind: 'http', code: 'redirect' },
    ],
    [
      'an error with an HTTP status',
      () => new Response('{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"no"}}', { status: 400 }),
      { kind: 'rpc', code: 'error', number: -32021, message: expect.stringContaining('HTTP 400') },
    ],
    ['a result with HTTP 500', () => new Response(response, { status: 500 }), { kind: 'http', number: 500 }],
    ['a stream without an answer', () => sse(': hello\n\n'), { kind: 'framing', code: 'no-response' }],
    ['a huge body', () => new Response('x'.repeat(2_000)), { kind: 'limit', code: 'body-too-large' }],
    ['a huge frame', () => sse(`data: ${'x'.repeat(2_000)}`), { kind: 'limit', code: 'frame-too-large' }],
    ['an endless stream', () => sse('data: x\n\n'.repeat(1_000)), { kind: 'limit', code: 'stream-too-long' }],
  ];

  test.each(cases)('%s', async (name, fetch, problem) => {
    const { send, exchange } = setup(
      fetch,
      name.startsWith('a deep') ? {} : { maxBody: 1_500, maxFrame: 1_500, maxStream: 5_000 },
    );
    const received = await send();
    expect(exchange()).toMatchObject({
      state: 'failed',
      problem: { ...problem, exchange: 't.1', next: expect.any(String) },
    });
    if (received.problem !== undefined) expect(received.problem).toMatchObject(problem);
  });

  test('a missing resultType is read as complete, with a note', async () => {
    const { send, exchange } = setup(() => new Response(response.replace('"resultType":"complete",', '')));
    await send();
    expect(exchange()).toMatchObject({
      state: 'done',
      problem: undefined,
      note: 'no resultType: read as complete',
    });
  });

  test('a connection that breaks in the body', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(encoder.encode('{"json'));
        controller.error(new TypeError('terminated'));
      },
    });
    const { send, kinds, exchange } = setup(() => new Response(body));
    await send();
    expect(kinds()).toEqual(['request', 'head', 'fail']);
    expect(exchange()?.problem).toMatchObject({ kind: 'network', code: 'broken-off' });
  });

  test('cut off because the page goes: said so, and no blame on the server', async () => {
    const { send, page, exchange } = setup(async () => {
      page.leaving = true;
      throw new TypeError('Failed to fetch');
    });
    await send({ method: 'tasks/update' });
    expect(exchange()?.problem).toMatchObject({
      code: 'cut',
      message: expect.stringContaining('unknown whether it arrived'),
    });
  });

  test('closed from this side: an end by us, no failure', async () => {
    const { send, clock, kinds, log } = setup(() => sse(new ReadableStream({})));
    const abort = new AbortController();
    const sending = send({ signal: abort.signal });
    await clock.advance(1);
    abort.abort();
    expect((await sending).problem).toMatchObject({ code: 'closed' });
    expect(kinds()).toEqual(['request', 'head', 'end']);
    expect(log.read(log.length - 1).data).toMatchObject({ by: 'us' });
  });
});

describe('streams', () => {
  test('an answer on a stream: frames are logged as they come, and it is not waited for the end', async () => {
    const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}';
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (made) => {
        controller = made;
      },
    });
    const { send, clock, kinds, exchange } = setup(() => sse(body));
    const batches: number[] = [];
    const sending = send({ onFrames: (frames) => batches.push(frames.length) });
    controller?.enqueue(encoder.encode(`: hi\n\ndata: ${progress}\n\n`));
    await clock.advance(10);
    expect(exchange()).toMatchObject({ state: 'streaming', outcome: undefined });
    controller?.enqueue(encoder.encode(`data: ${response}\n\n`));
    expect(await sending).toMatchObject({ body: { text: response }, streamed: true, problem: undefined });
    expect(exchange()).toMatchObject({
      state: 'streaming',
      outcome: { kind: 'result', resultType: 'complete' },
    });
    await clock.advance(6_000);
    expect(kinds()).toEqual(['request', 'head', 'frame', 'frame', 'frame', 'end']);
    expect(exchange()).toMatchObject({ state: 'done' });
    expect(batches).toEqual([2, 1]);
  });

  test('attack 12: reading lets others run every 8 ms', async () => {
    const clock = new ManualClock();
    let mono = 0;
    const turns: number[] = [];
    // Each look at the clock finds 8 ms gone.
    const busy = {
      now: () => 0,
      mono: () => (mono += 8),
      after: (ms: number, fire: () => void) => {
        turns.push(ms);
        if (ms === 0) void Promise.resolve().then(fire);
        return () => undefined;
      },
    };
    const log = new LogStore();
    const wire = tap({ transport: direct(async () => sse('data: {"a":1}\n\n'.repeat(50_000))), clock: busy });
    await wire(new Recorder(log, clock, 'r', 't'), {
      ...{ endpoint: 'http://x/', method: 'm', id: 1, headers: [], text: '', cause: 0, timeoutMs: 99 },
    });
    expect(log.length).toBe(50_003);
    expect(turns.filter((ms) => ms === 0).length).toBeGreaterThanOrEqual(40);
  });
});

describe('a stream that brings no response', () => {
  const open = () => {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    });
    return { body, say: (text: string) => stream?.enqueue(encoder.encode(text)) };
  };
  const progress = 'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n';

  test('is given up after its time-out; comments are silence, messages are not', async () => {
    const { body, say } = open();
    const { send, clock, kinds } = setup(() => sse(body));
    const sent = send({ timeStream: true, timeoutMs: 1000 });
    await clock.advance(900);
    say(progress);
    await clock.advance(900);
    say(': still here\n\n');
    expect(kinds()).not.toContain('fail');
    await clock.advance(200);
    expect((await sent).problem).toMatchObject({ kind: 'network', code: 'timeout' });
    expect(kinds().at(-1)).toBe('fail');
  });

  test('is not timed once the response is there, nor where it is a listen', async () => {
    for (const [timeStream, first] of [
      [true, `data: ${response}\n\n`],
      [false, progress],
    ] as const) {
      const { body, say } = open();
      const { send, clock, kinds } = setup(() => sse(body), { lingerMs: 10_000_000 });
      void send({ timeStream, timeoutMs: 1000 });
      await clock.advance(1);
      say(first);
      await clock.advance(5_000_000);
      expect(kinds()).toEqual(['request', 'head', 'frame']);
    }
  });
});

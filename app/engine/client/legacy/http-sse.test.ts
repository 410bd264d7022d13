import { describe, expect, test } from 'vitest';
import { CountingIds } from '../../../../server/ports/ids.ts';
import { ManualClock } from '../../../../server/ports/manual-clock.ts';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import type { Engine } from '../../index.ts';
import { createEngine } from '../create-engine.ts';
import { json, stream } from '../scripted.suite.ts';

const AT = 'http://127.0.0.1:1/sse';
const MESSAGES = 'http://127.0.0.1:1/messages?session=7';
const OF_SERVER: JsonObject = { jsonrpc: '2.0', id: 's1', method: 'ping' };

interface World {
  readonly engine: Engine;
  readonly clock: ManualClock;
  /** `GET /sse`, `POST /messages?session=7 initialize`, in order. */
  readonly story: string[];
  readonly answers: JsonObject[];
  readonly streams: ReturnType<typeof stream>[];
}

/** A server of 2024-11-05. @param named what its `endpoint` event says; null sends none */
async function sseWorld(named: string | null = '/messages?session=7'): Promise<World> {
  const clock = new ManualClock(undefined, async () => {
    for (let i = 0; i < 4; i += 1) await new Promise<void>((resume) => setImmediate(resume));
  });
  const story: string[] = [];
  const answers: JsonObject[] = [];
  const streams: ReturnType<typeof stream>[] = [];
  const engine = await createEngine({
    clock,
    ids: new CountingIds(),
    storage: null,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url);
      const message = typeof init.body === 'string' ? (JSON.parse(init.body) as JsonObject) : {};
      const { id, method } = message;
      story.push(
        `${init.method} ${pathname}${search} ${method ?? ('result' in message ? 'answer' : '')}`.trim(),
      );
      if (pathname === '/sse' && init.method === 'GET') {
        const opened = stream(init.signal ?? undefined);
        streams.push(opened);
        if (named !== null) opened.raw(`event: endpoint\ndata: ${named}\n\n`);
        return opened.response;
      }
      if (url !== MESSAGES) return new Response('Method Not Allowed', { status: 405 });
      const open = streams.at(-1);
      if ('result' in message) answers.push(message);
      if (method === 'initialize') {
        const result = { protocolVersion: '2024-11-05', capabilities: { tools: {} } };
        open?.raw(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      }
      if (method === 'tools/list')
        open?.send({
          jsonrpc: '2.0',
          id,
          result: { tools: [{ name: 'old', inputSchema: { type: 'object' } }] },
        });
      if (method === 'tools/call') {
        open?.send(OF_SERVER);
        open?.send({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }] } });
      }
      if (method === 'resources/list') open?.end();
      return method === 'prompts/list'
        ? json('{"error":"no"}', 500)
        : new Response('Accepted', { status: 202 });
    },
  });
  return { engine, clock, story, answers, streams };
}

describe('HTTP+SSE of 2024-11-05', () => {
  test('is found after both POSTs are refused; messages go where the stream says, answers come on it', async () => {
    const { engine, clock, story, answers, streams } = await sseWorld();
    expect(await engine.connect(AT)).toMatchObject({
      ok: true,
      value: { supportedVersions: ['2024-11-05'] },
    });
    expect(engine.world().endpoints.get(AT)?.generation).toMatchObject({
      kind: 'legacy',
      evidence: expect.stringContaining('HTTP+SSE of 2024-11-05'),
    });
    expect(await engine.listTools(AT)).toMatchObject({ ok: true, value: [{ name: 'old' }] });
    expect(await engine.call(engine.prepareCall(AT, 'old', {}))).toMatchObject({
      ok: true,
      value: { kind: 'result' },
    });
    await clock.advance(0);
    expect(story).toEqual([
      'POST /sse server/discover',
      'POST /sse initialize',
      'GET /sse',
      'POST /messages?session=7 initialize',
      'POST /messages?session=7 notifications/initialized',
      'POST /messages?session=7 tools/list',
      'POST /messages?session=7 tools/call',
      'POST /messages?session=7 answer',
    ]);
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 's1', result: {} }]);
    const exchanges = [...engine.world().exchanges];
    expect(exchanges.map(({ url }) => url)).toContain(MESSAGES);
    expect(exchanges.map(({ note }) => note).filter(Boolean)).toEqual([]);
    engine.disconnect();
    await clock.advance(0);
    expect(story.filter((what) => what.startsWith('DELETE'))).toEqual([]);
    expect(streams).toHaveLength(1);
    await engine.close();
  });

  test('a refusal of a message is its own; when the stream ends, what waits fails and the next need begins anew', async () => {
    const { engine, clock, story, streams } = await sseWorld();
    await engine.connect(AT);
    expect(await engine.request(engine.prepareRequest(AT, 'prompts/list', {}))).toMatchObject({
      ok: false,
      problem: { number: 500 },
    });
    expect(await engine.request(engine.prepareRequest(AT, 'resources/list', {}))).toMatchObject({
      ok: false,
    });
    expect(await engine.connect(AT)).toMatchObject({ ok: true });
    expect(story.filter((what) => what === 'GET /sse')).toHaveLength(2);
    await clock.advance(6_000);
    streams.at(-1)?.end();
    await clock.advance(0);
    expect(story.slice(-3), 'after a stream that lived a while it is begun anew by itself').toEqual([
      'GET /sse',
      'POST /messages?session=7 initialize',
      'POST /messages?session=7 notifications/initialized',
    ]);
    await engine.close();
  });

  test.each([
    ['names another origin', 'https://far.example/messages'],
    ['names no URL', 'http://'],
  ])('a stream that %s is not used, and the refusal stands', async (_name, named) => {
    const { engine, clock, story } = await sseWorld(named);
    const connecting = engine.connect(AT);
    await clock.advance(5_000);
    expect(await connecting).toMatchObject({ ok: false, problem: { number: 405 } });
    expect(story.at(-1)).toBe('GET /sse');
    await engine.close();
  });

  test('a stream that says nothing is given up after 5 s', async () => {
    const { engine, clock } = await sseWorld(null);
    const connecting = engine.connect(AT);
    await clock.advance(5_000);
    expect(await connecting).toMatchObject({ ok: false, problem: { number: 405 } });
    await engine.close();
  });
});

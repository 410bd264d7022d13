import { describe, expect, test } from 'vitest';
import type { Engine } from '../../index.ts';
import { json, result, SCRIPTED, scripted } from '../scripted.suite.ts';
import { legacyWorld, SESSION } from './legacy-world.suite.ts';

const generation = (engine: Engine) => engine.world().endpoints.get(SCRIPTED)?.generation;
describe('which generation a server speaks is found out, and what showed it is told', () => {
  const current = { supportedVersions: ['2026-07-28'], capabilities: {} };

  test('a server that answers server/discover is current, and nothing else is asked', async () => {
    const { engine, sent } = scripted((request) => result(request, current));
    const made = await engine();
    expect(await made.connect(SCRIPTED)).toMatchObject({ ok: true });
    expect(generation(made)).toEqual({ kind: 'current', evidence: 'answered server/discover' });
    expect(sent).toHaveLength(1);
    await made.close();
  });

  test.each([
    ['400 with an error of its own', 400, -32000, '400 without a current error, so initialize'],
    ['400 without a body', 400, undefined, '400 without a current error, so initialize'],
    ['404', 404, undefined, '404 without a current error, so initialize'],
    ['405', 405, undefined, '405 without a current error, so initialize'],
    ['an unknown method', 200, -32601, 'server/discover is an unknown method, so initialize'],
  ])('%s: initialize', async (_name, status, code, evidence) => {
    const world = legacyWorld(({ method, message }) => {
      if (method !== 'server/discover') return undefined;
      return code === undefined
        ? new Response(null, { status })
        : json({ jsonrpc: '2.0', id: message.id, error: { code, message: 'no' } }, status);
    });
    const engine = await world.engine();
    expect(await engine.connect(SCRIPTED)).toMatchObject({
      ok: true,
      value: {
        supportedVersions: ['2025-11-25'],
        serverInfo: { name: 'old' },
        instructions: 'be kind',
        capabilities: { tools: {} },
      },
    });
    expect(generation(engine)).toEqual({ kind: 'legacy', evidence });
    expect(world.story()).toEqual([
      'POST server/discover',
      'POST initialize',
      'POST notifications/initialized',
      'GET',
    ]);
    await engine.close();
  });

  test.each([
    ['a header that differs', 400, -32020],
    ['a missing capability', 400, -32021],
    ['another version', 400, -32022],
    ['an unknown method over HTTP 404', 404, -32601],
  ])('%s is the word of a current server: no initialize', async (_name, status, code) => {
    const world = legacyWorld(({ method, message }) =>
      method === 'server/discover'
        ? json({ jsonrpc: '2.0', id: message.id, error: { code, message: 'no' } }, status)
        : undefined,
    );
    const engine = await world.engine();
    expect(await engine.connect(SCRIPTED)).toMatchObject({ ok: false, problem: { number: code } });
    expect(generation(engine)).toMatchObject({ kind: 'current' });
    expect(world.story()).toEqual(['POST server/discover']);
    await engine.close();
  });

  test.each([401, 403, 408, 429, 500, 503])('HTTP %i says nothing of a generation', async (status) => {
    const world = legacyWorld(({ method }) =>
      method === 'server/discover' ? new Response('no', { status }) : undefined,
    );
    const engine = await world.engine();
    expect(await engine.connect(SCRIPTED)).toMatchObject({ ok: false });
    expect(generation(engine)).toBeUndefined();
    expect(world.story()).toEqual(['POST server/discover']);
    await engine.close();
  });

  test('what refuses both alike is told by its first answer', async () => {
    const world = legacyWorld(() => new Response('Not found', { status: 404 }));
    const engine = await world.engine();
    expect(await engine.connect(SCRIPTED)).toMatchObject({
      ok: false,
      problem: { code: 'status', number: 404 },
    });
    // The GET looks for HTTP+SSE.
    expect(world.story()).toEqual(['POST server/discover', 'POST initialize', 'GET']);
    expect(generation(engine)).toBeUndefined();
    await engine.close();
  });

  test.each([
    ['a version that is not spoken', { protocolVersion: '2024-01-01', capabilities: {} }, 'unknown-version'],
    ['no capabilities', { protocolVersion: '2025-11-25' }, 'not-an-initialize-result'],
  ])('an initialize that is answered with %s begins no session', async (_name, value, code) => {
    const world = legacyWorld(({ method, message }) =>
      method === 'initialize' ? json({ jsonrpc: '2.0', id: message.id, result: value }) : undefined,
    );
    const engine = await world.engine();
    expect(await engine.connect(SCRIPTED)).toMatchObject({ ok: false, problem: { code } });
    expect(world.story()).not.toContain('GET');
    await engine.close();
  });
});

describe('a generation that a person has fixed', () => {
  test('the older one: initialize at once, and server/discover is never asked', async () => {
    const world = legacyWorld();
    const engine = await world.engine('legacy');
    expect(await engine.connect(SCRIPTED)).toMatchObject({
      ok: true,
      value: { serverInfo: { name: 'old' } },
    });
    expect(generation(engine)).toEqual({ kind: 'legacy', evidence: 'fixed in the endpoint options' });
    expect(world.story()).toEqual(['POST initialize', 'POST notifications/initialized', 'GET']);
    await engine.close();
  });

  test('the current one: a server that knows it not is not connected to, and the choice is named', async () => {
    const world = legacyWorld();
    const engine = await world.engine('current');
    const answer = await engine.connect(SCRIPTED);
    expect(answer).toMatchObject({ ok: false });
    expect(answer.ok ? '' : answer.problem.next).toContain('“Automatic” finds out what it speaks');
    expect(generation(engine)).toBeUndefined();
    expect(world.story()).toEqual(['POST server/discover']);
    await engine.close();
  });

  test('the older one of a server that refuses it: the choice is named', async () => {
    const world = legacyWorld(({ method, http }) =>
      method === 'initialize' || http === 'GET' ? new Response(null, { status: 404 }) : undefined,
    );
    const engine = await world.engine('legacy');
    const answer = await engine.connect(SCRIPTED);
    expect(answer.ok ? '' : answer.problem.next).toContain('“Automatic” finds out what it speaks');
    await engine.close();
  });
});

describe('a session', () => {
  test('is in the headers of all that follows; there is no _meta, no Mcp-Method, and no remark on results without resultType', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    expect(await engine.listTools(SCRIPTED)).toMatchObject({ ok: true, value: [{ name: 'old' }] });
    expect(await engine.call(engine.prepareCall(SCRIPTED, 'old', {}))).toMatchObject({
      ok: true,
      value: { kind: 'result' },
    });
    for (const { headers, message } of world.sent.slice(2)) {
      expect([headers.get('mcp-session-id'), headers.get('mcp-protocol-version')]).toEqual([
        SESSION,
        '2025-11-25',
      ]);
      expect(headers.has('mcp-method')).toBe(false);
      expect(JSON.stringify(message)).not.toContain('_meta');
    }
    expect([...engine.world().exchanges].slice(1).map(({ note }) => note)).toEqual(Array(5).fill(undefined));
    const steps = [...engine.world().exchanges].filter(({ step }) => step !== undefined);
    expect(steps.map(({ step, method }) => [step, method])).toEqual([
      ['notification', 'notifications/initialized'],
      ['server-stream', ''],
    ]);
    await engine.close();
  });

  test('is ended by DELETE on leaving, and by nothing else', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    engine.disconnect();
    await world.clock.advance(60_000);
    expect(world.story().slice(4)).toEqual(['DELETE']);
    expect(world.sent.at(-1)?.headers.get('mcp-session-id')).toBe(SESSION);
    expect(world.sent.find(({ http }) => http === 'GET')?.signal?.aborted).toBe(true);
    await engine.close();
  });

  test('that the server has forgotten (404) is forgotten here, too; connecting begins another one', async () => {
    const world = legacyWorld(({ method }, nth) =>
      method === 'tools/list' && nth === 1
        ? json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404)
        : undefined,
    );
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    expect(await engine.listTools(SCRIPTED)).toMatchObject({ ok: false });
    expect(await engine.connect(SCRIPTED)).toMatchObject({ ok: true });
    expect(await engine.listTools(SCRIPTED)).toMatchObject({ ok: true });
    expect(world.story().filter((what) => what === 'POST initialize')).toHaveLength(2);
    expect(world.story()).not.toContain('DELETE');
    await engine.close();
  });

  test('is one an endpoint: of two that are begun at once the earlier is left, and connecting again leaves what was there', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    await Promise.all([engine.connect(SCRIPTED), engine.connect(SCRIPTED)]);
    await world.clock.advance(0);
    const open = () => world.sent.filter(({ http, signal }) => http === 'GET' && signal?.aborted !== true);
    expect(open()).toHaveLength(1);
    await engine.connect(SCRIPTED);
    await world.clock.advance(0);
    expect(open()).toHaveLength(1);
    expect(world.story().filter((what) => what === 'DELETE')).toHaveLength(2);
    await engine.close();
  });

  test('without an id has no DELETE', async () => {
    const world = legacyWorld(({ method, message }) =>
      method === 'initialize'
        ? json({
            jsonrpc: '2.0',
            id: message.id,
            result: { protocolVersion: '2025-06-18', capabilities: {} },
          })
        : undefined,
    );
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    engine.disconnect();
    await world.clock.advance(1_000);
    expect(world.story()).not.toContain('DELETE');
    await engine.close();
  });
});

describe('the stream that the server may talk on', () => {
  test('is opened again where it ends, with the last event id, later each time; each opening has its cause', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    await world.clock.advance(0);
    world.streams[0]?.raw('id: e7\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
    world.streams[0]?.end();
    await world.clock.advance(249);
    expect(world.streams).toHaveLength(1);
    await world.clock.advance(1);
    expect(world.streams).toHaveLength(2);
    expect(world.sent.at(-1)?.headers.get('last-event-id')).toBe('e7');
    world.streams[1]?.end();
    await world.clock.advance(499);
    expect(world.streams).toHaveLength(2);
    await world.clock.advance(1);
    expect(world.streams).toHaveLength(3);
    const opened = [...engine.world().exchanges].filter(({ step }) => step === 'server-stream');
    expect(opened.map(({ causeSeq }) => engine.log.read(causeSeq ?? -1).kind)).toEqual([
      'end',
      'timer',
      'timer',
    ]);
    await engine.close();
  });

  test('that the server does not offer (405) is not asked for again, and is no failure', async () => {
    const world = legacyWorld(({ http }) =>
      http === 'GET' ? new Response(null, { status: 405 }) : undefined,
    );
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    await world.clock.advance(600_000);
    expect(world.story().filter((what) => what === 'GET')).toHaveLength(1);
    expect(
      [...engine.world().exchanges].filter(({ state, step }) => state === 'failed' && step !== undefined),
    ).toEqual([]);
    await engine.close();
  });
});

import { describe, expect, test } from 'vitest';
import { bench, ENDPOINT, now } from '../../engine/client/demo.suite.ts';
import { json, result, SCRIPTED, scripted } from '../../engine/client/scripted.suite.ts';
import type { Engine, JsonObject } from '../../engine/index.ts';
import { BREAKS, type Break, NOTHING, type Surroundings } from './breaks.ts';
import { START } from './draft.ts';
import { builtText, messageOf } from './message.ts';

const CALL = { method: 'tools/call', tool: 'generate_report' };

function around(method: string): Surroundings {
  return { method, generation: 'current', way: 'bridged', lastId: '1' };
}

/** Composes a message with one thing broken and judges what comes back. */
async function judged(
  engine: Engine,
  endpoint: string,
  broken: Break,
  what: Partial<typeof CALL>,
  value: JsonObject,
) {
  const draft = { ...START, ...what };
  const surroundings = around(draft.method);
  const text = builtText(engine, endpoint, draft, { ok: true, value }, 7);
  const { prepared } = messageOf(engine, endpoint, text, draft, broken, surroundings, undefined);
  const heard = await engine.compose(prepared);
  const checks = broken.judge(
    { status: heard.status, text: heard.text, http: true },
    prepared.text,
    surroundings,
  );
  return { heard, checks, prepared };
}

const METHODS: readonly [Partial<typeof CALL>, JsonObject][] = [
  [{ method: 'server/discover' }, {}],
  [CALL, { size: 'small' }],
  [{ method: 'tasks/get' }, { taskId: 'tsk_nobody' }],
  [{ method: 'resources/read' }, { uri: 'taskscope://glossary/lease' }],
];

describe('a conforming server passes, whatever is broken on purpose', () => {
  for (const broken of BREAKS)
    test(`${broken.id}`, async () => {
      const { engine: make } = bench();
      const engine = await make({ storage: null });
      for (const [what, value] of METHODS) {
        if (broken.whyNot?.(around(what.method ?? '')) !== undefined) continue;
        const { checks, heard } = await judged(engine, ENDPOINT, broken, what, value);
        expect(checks.length, what.method).toBeGreaterThan(0);
        expect(
          checks.filter(({ ok }) => !ok),
          `${what.method}: HTTP ${heard.status} ${heard.text}`,
        ).toEqual([]);
      }
      await engine.close();
    });
});

describe('a server that takes everything fails', () => {
  for (const broken of BREAKS.filter(({ id }) => id !== 'nothing' && id !== 'same-id'))
    test(`${broken.id}`, async () => {
      const { engine: make } = scripted((request) =>
        result({ ...request, id: request.id ?? 'none' }, { resultType: 'task' }),
      );
      const engine = await make({
        fetch: async () => json({ jsonrpc: '2.0', id: 7, result: { resultType: 'task' } }),
      });
      const { checks } = await judged(engine, SCRIPTED, broken, CALL, {});
      expect(checks.some(({ ok }) => !ok)).toBe(true);
      await engine.close();
    });

  test('and so does an answer with another id, or none at all', async () => {
    for (const body of [{ id: 8, result: {} }, { result: {} }, { id: 7 }]) {
      const { engine: make } = scripted(() => json({ jsonrpc: '2.0', ...body }));
      const engine = await make();
      const { checks } = await judged(engine, SCRIPTED, NOTHING, CALL, {});
      expect(
        checks.some(({ ok }) => !ok),
        JSON.stringify(body),
      ).toBe(true);
      await engine.close();
    }
  });
});

test('one thing is broken, and nothing else: the other headers stay those of the whole message', async () => {
  const { engine: make } = bench();
  const engine = await make({ storage: null });
  const whole = (await judged(engine, ENDPOINT, NOTHING, CALL, {})).prepared;
  for (const broken of BREAKS.filter(({ headers, id }) => headers === undefined && id !== 'version')) {
    const { prepared } = await judged(engine, ENDPOINT, broken, CALL, {});
    expect(prepared.headers, broken.id).toEqual(whole.headers);
  }
  const version = BREAKS.find(({ id }) => id === 'version') ?? NOTHING;
  const { prepared } = await judged(engine, ENDPOINT, version, CALL, {});
  expect(prepared.headers).toContainEqual(['MCP-Protocol-Version', '1999-12-31']);
  await engine.close();
});

test('without the bridge the browser writes Origin, and a legacy server knows no _meta: both are said', () => {
  const reason = (id: string, more: Partial<Surroundings>) =>
    BREAKS.find((one) => one.id === id)?.whyNot?.({ ...around('tools/call'), ...more });
  expect(reason('origin', { way: 'direct' })).toContain('Choose the bridge');
  expect(reason('origin', {})).toBeUndefined();
  expect(reason('meta', { generation: 'legacy' })).toContain('2025-11-25');
  expect(reason('extension', { method: 'prompts/get' })).toContain('changes nothing');
  expect(reason('same-id', { lastId: undefined })).toContain('No request');
});

test('R85: of a legacy session a message has its headers and no _meta; what has no such part is said', async () => {
  const legacy = 'http://127.0.0.1:6280/mcp/legacy';
  const { engine: make, clock } = bench();
  const engine = await make({ storage: null });
  await now(clock, engine.connect(legacy));
  const surroundings: Surroundings = { ...around('tools/list'), generation: 'legacy' };
  const draft = { ...START, method: 'tools/list' };
  for (const broken of BREAKS.filter(({ whyNot }) => whyNot?.(surroundings) === undefined)) {
    if (broken.id === 'origin') continue;
    const text = builtText(engine, legacy, draft, { ok: true, value: {} }, 7);
    expect(text).not.toContain('_meta');
    const { prepared } = messageOf(engine, legacy, text, draft, broken, surroundings, undefined);
    expect(prepared.headers.map(([name]) => name)).toContain('Mcp-Session-Id');
    const heard = await now(clock, engine.compose(prepared));
    const came = { status: heard.status, text: heard.text, http: true };
    expect(
      broken.judge(came, prepared.text, surroundings).filter(({ ok }) => !ok),
      broken.id,
    ).toEqual([]);
  }
  await engine.close();
});

test('a header that was written counts before the same one of the endpoint’s options; the others go along', async () => {
  const sent: [string, string][][] = [];
  const engine = await scripted((request) => result(request, {})).engine({
    settings: () => ({
      way: 'direct',
      headers: [
        { name: 'X-Team', value: 'a', secret: false },
        { name: 'X-Other', value: 'b', secret: true },
      ],
    }),
    fetch: async (_url, init) => {
      sent.push(init.headers as [string, string][]);
      return json({ jsonrpc: '2.0', id: 7, result: {} });
    },
  });
  const draft = { ...START, added: [{ name: 'x-team', value: 'mine' }] };
  const text = builtText(engine, SCRIPTED, draft, { ok: true, value: {} }, 7);
  const { prepared, rows } = messageOf(
    engine,
    SCRIPTED,
    text,
    draft,
    NOTHING,
    around('tools/list'),
    undefined,
  );
  expect(rows.filter(({ from }) => from === 'way').map(({ pair }) => pair)).toEqual([['X-Other', '••••••']]);
  await engine.compose(prepared);
  expect(sent[0]?.filter(([name]) => /^x-/i.test(name))).toEqual([
    ['x-team', 'mine'],
    ['X-Other', 'b'],
  ]);
  await engine.close();
});

test('a header of the options, or of a sign-in, can be left out of one message: it is not shown, not sent, and back with the next', async () => {
  const sent: string[][] = [];
  const engine = await scripted((request) => result(request, {})).engine({
    settings: () => ({ way: 'direct', headers: [{ name: 'X-Team', value: 'a', secret: false }] }),
    secrets: {
      get: () => '{"version":1,"authorization":"Bearer canary-token"}',
      set: () => undefined,
    },
    fetch: async (_url, init) => {
      sent.push((init.headers as [string, string][]).map(([name]) => name.toLowerCase()));
      return json({ jsonrpc: '2.0', id: 7, result: {} });
    },
  });
  const made = (without: readonly string[]) => {
    const draft = { ...START, without };
    const text = builtText(engine, SCRIPTED, draft, { ok: true, value: {} }, 7);
    return messageOf(engine, SCRIPTED, text, draft, NOTHING, around('tools/list'), undefined);
  };
  const ways = (without: readonly string[]) =>
    made(without)
      .rows.filter(({ from }) => from === 'way')
      .map(({ pair }) => pair);
  expect(ways([])).toEqual([
    ['Authorization', '••••••'],
    ['X-Team', 'a'],
  ]);
  expect(ways(['x-team'])).toEqual([['Authorization', '••••••']]);
  for (const without of [['x-team'], ['authorization', 'x-team'], []])
    await engine.compose(made(without).prepared);
  const own = sent.map((names) => names.filter((name) => /^x-|^auth/.test(name)));
  expect(own).toEqual([['authorization'], [], ['authorization', 'x-team']]);
  expect(sent[1]).toContain('mcp-method');
  expect(engine.exportRecording()).not.toContain('canary-token');
  await engine.close();
});

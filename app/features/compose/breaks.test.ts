import { describe, expect, test } from 'vitest';
import { bench, ENDPOINT } from '../../engine/client/demo.suite.ts';
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

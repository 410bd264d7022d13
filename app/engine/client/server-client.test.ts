import { describe, expect, test } from 'vitest';
import { own } from '../../../server/protocol/json.ts';
import { json, result, SCRIPTED, type Script, scripted } from './scripted.suite.ts';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

async function listing(script: Script) {
  const { engine, sent } = scripted(script);
  const made = await engine();
  const answer = await made.listTools(SCRIPTED);
  await made.close();
  return { answer, cursors: sent.map(({ params }) => own(params, 'cursor')) };
}

describe('tools/list over its pages', () => {
  test('is read to the end, each cursor once', async () => {
    const { answer, cursors } = await listing((request) =>
      result(request, {
        tools: [tool(`t${request.nth}`)],
        ...(request.nth < 3 ? { nextCursor: `c${request.nth}` } : {}),
      }),
    );
    expect(cursors).toEqual([undefined, 'c1', 'c2']);
    expect(answer).toMatchObject({ ok: true, value: [{ name: 't1' }, { name: 't2' }, { name: 't3' }] });
    expect(answer.cut).toBeUndefined();
  });

  test('is left where the server repeats its cursor, and that is told', async () => {
    const { answer, cursors } = await listing((request) =>
      result(request, { tools: [tool(`t${request.nth}`)], nextCursor: request.nth % 2 === 1 ? 'a' : 'b' }),
    );
    expect(cursors).toEqual([undefined, 'a', 'b']);
    expect(answer).toMatchObject({ ok: true, cut: { why: 'repeats', pages: 3 } });
    expect(answer.ok && answer.value).toHaveLength(3);
  });

  test('is left after a hundred pages where it goes on, and that is told', async () => {
    const { answer, cursors } = await listing((request) =>
      result(request, { tools: [tool(`t${request.nth}`)], nextCursor: `c${request.nth}` }),
    );
    expect(cursors).toHaveLength(100);
    expect(answer).toMatchObject({ ok: true, cut: { why: 'endless', pages: 100 } });
  });
});

test.each([
  ['no tools', {}],
  ['tools that are no array', { tools: { a: tool('a') } }],
  ['tools that are null', { tools: null }],
])('a malformed tools/list (%s) is a problem, never an empty list', async (_name, value) => {
  const { answer } = await listing((request) => result(request, value));
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'rpc', code: 'not-a-tool-list' } });
  expect(!answer.ok && answer.problem.exchange).toBe(answer.exchange);
});

test('a malformed second page is a problem, too', async () => {
  const { answer } = await listing((request) =>
    request.nth === 1
      ? result(request, { tools: [tool('a')], nextCursor: 'c' })
      : json({ jsonrpc: '2.0', id: request.id, result: { resultType: 'complete', tools: 'none' } }),
  );
  expect(answer).toMatchObject({ ok: false, problem: { code: 'not-a-tool-list' } });
});

describe('a call that is answered in the shape of the older generation', () => {
  const nested = { task: { taskId: 'tsk_old', status: 'working', ttl: 60_000, pollInterval: 500 } };

  test('is said to be that, is no success, and nothing is watched', async () => {
    const { engine, sent } = scripted((request) => json({ jsonrpc: '2.0', id: request.id, result: nested }));
    const made = await engine();
    const answer = await made.call(made.prepareCall(SCRIPTED, 'old', {}));
    expect(answer).toMatchObject({
      value: {
        kind: 'other',
        problem: { code: 'nested-task', message: expect.stringContaining('2025-11-25') },
      },
    });
    expect(made.world().tasks.size).toBe(0);
    expect(made.world().exchanges.at(0)).toMatchObject({ state: 'failed', outcome: { kind: 'malformed' } });
    expect(sent.map(({ method }) => method)).toEqual(['tools/call']);
    await made.close();
  });

  test('a result without resultType is told as read, with the remark', async () => {
    const { engine } = scripted((request) =>
      json({ jsonrpc: '2.0', id: request.id, result: { content: [] } }),
    );
    const made = await engine();
    expect(await made.call(made.prepareCall(SCRIPTED, 'old', {}))).toMatchObject({
      ok: true,
      value: { kind: 'result' },
    });
    expect(made.world().exchanges.at(0)?.note).toBe('no resultType: read as complete');
    await made.close();
  });
});

describe('a server that refuses our version', () => {
  const refuse = (request: Parameters<Script>[0], supported: unknown) =>
    json(
      {
        jsonrpc: '2.0',
        id: request.id,
        error: { code: -32022, message: 'no', data: { supported, requested: 'x' } },
      },
      400,
    );
  const discovery = { supportedVersions: ['2026-07-28'], capabilities: {} };
  const connecting = async (script: Script) => {
    const { engine, sent } = scripted(script);
    const made = await engine();
    const answer = await made.connect(SCRIPTED);
    const causes = [...made.world().exchanges].map(({ causeSeq }) => causeSeq);
    await made.close();
    return { answer, sent, causes };
  };

  test('and names it among those it supports is asked once more, because of its answer', async () => {
    const { answer, sent, causes } = await connecting((request) =>
      request.nth === 1 ? refuse(request, ['2026-07-28']) : result(request, discovery),
    );
    expect(answer).toMatchObject({ ok: true });
    expect(sent).toHaveLength(2);
    expect(sent[0]?.id).not.toBe(sent[1]?.id);
    expect(causes[1]).toBeGreaterThan(causes[0] ?? Number.POSITIVE_INFINITY);
  });

  test.each([
    ['names others', ['2027-01-01']],
    ['names none', undefined],
  ])('and %s is not asked again', async (_name, supported) => {
    const { answer, sent } = await connecting((request) => refuse(request, supported));
    expect(answer).toMatchObject({ ok: false, problem: { number: -32022 } });
    expect(sent).toHaveLength(1);
  });

  test('for ever is asked twice at the most', async () => {
    const { sent } = await connecting((request) => refuse(request, ['2026-07-28']));
    expect(sent).toHaveLength(2);
  });
});

import { expect, test } from 'vitest';
import { own, ownString } from '../../../../server/protocol/json.ts';
import { bench, now } from '../demo.suite.ts';

const LEGACY = 'http://127.0.0.1:6280/mcp/legacy';

test('R85 against the demo server: found by its refusal, listed, called, asked on a stream, answered, left', async () => {
  const { engine, clock } = bench();
  const made = await engine({ storage: null });
  const asked: string[] = [];
  made.answerServers(async ({ method, params }) => {
    asked.push(`${method}: ${String(params.message)}`);
    return { action: 'accept', content: { approved: true } };
  });
  expect(await now(clock, made.connect(LEGACY))).toMatchObject({
    ok: true,
    value: { supportedVersions: ['2025-11-25'], serverInfo: { name: expect.any(String) } },
  });
  expect(made.world().endpoints.get(LEGACY)?.generation).toEqual({
    kind: 'legacy',
    evidence: '400 without a current error, so initialize',
  });
  const tools = await now(clock, made.listTools(LEGACY));
  expect(tools.ok && tools.value.map(({ name }) => name)).toContain('lookup_glossary');
  const call = made.call(made.prepareCall(LEGACY, 'lookup_glossary', { term: 'task' }));
  expect(await now(clock, call)).toMatchObject({ ok: true, value: { kind: 'result' } });

  const params = { name: 'generate_report', arguments: {}, task: {} };
  const begun = await now(clock, made.request(made.prepareRequest(LEGACY, 'tools/call', params)));
  const taskId = begun.ok ? ownString(own(begun.value, 'task'), 'taskId') : undefined;
  expect(taskId).toMatch(/^tsk_/);
  const waiting = made.request(made.prepareRequest(LEGACY, 'tasks/result', { taskId: taskId ?? '' }));
  await clock.advance(20_000);
  expect(asked).toEqual(['elicitation/create: Approve the generated report outline?']);
  expect(await waiting).toMatchObject({ ok: true, value: { content: [{ type: 'text' }] } });
  made.disconnect();
  await clock.advance(0);
  const last = made.world().exchanges.at(made.world().exchanges.size - 1);
  expect(last).toMatchObject({ step: 'session-end', httpStatus: 204 });
  await made.close();
});

import { expect, test } from 'vitest';
import { taskKey } from '../derive/model.ts';
import { bench, ENDPOINT, now } from './demo.suite.ts';

test('R34 R38 R40 the whole way against the demo server: discover, list, call, poll, answer, result', async () => {
  const { clock, engine: make, sent } = bench();
  const engine = await make();
  const discovery = await now(clock, engine.connect(ENDPOINT));
  expect(discovery).toMatchObject({ ok: true, value: { supportedVersions: ['2026-07-28'] } });
  const tools = await now(clock, engine.listTools(ENDPOINT));
  expect(tools).toMatchObject({ ok: true, cache: { ttlMs: 60_000, cacheScope: 'public' } });
  expect(tools.ok && tools.value.map((tool) => tool.name)).toContain('generate_report');

  const called = await now(
    clock,
    engine.call(engine.prepareCall(ENDPOINT, 'generate_report', { size: 'large' })),
  );
  if (!called.ok || called.value.kind !== 'task') throw new Error(JSON.stringify(called));
  const { taskId } = called.value;
  const task = () => engine.world().tasks.get(taskKey(ENDPOINT, taskId));
  expect(task()).toMatchObject({ status: 'working', tool: 'generate_report', poll: { kind: 'scheduled' } });

  await clock.advance(6_000);
  expect(task()).toMatchObject({
    status: 'input_required',
    questions: [{ key: 'approve_outline', state: 'open' }],
  });
  const answer = { approve_outline: { action: 'accept', content: { approved: true } } } as const;
  const updated = await now(clock, engine.update(engine.prepareUpdate(ENDPOINT, taskId, answer)));
  expect(updated).toMatchObject({ ok: true, value: { resultType: 'complete' } });
  expect(task()?.questions[0]?.state).toBe('acknowledged');

  await clock.advance(6_000);
  expect(task()).toMatchObject({
    status: 'completed',
    questions: [{ state: 'answered' }],
    poll: { kind: 'stopped', why: 'ended' },
  });
  expect(task()?.segments.map((s) => s.status)).toEqual(
    expect.arrayContaining(['working', 'input_required', 'completed']),
  );
  const before = sent.length;
  await clock.advance(60_000);
  expect(sent.length).toBe(before);
});

import { expect, test } from './fixtures.ts';
import type { Inspector } from './pages/inspector.ts';
import { type Handler, mcp, result, rpcError, TinyServer, task } from './servers/tiny-server.ts';

const ID = 'tsk_odd';
const DONE = { result: { resultType: 'complete', content: [{ type: 'text', text: 'fine' }] } };

/** Connects to a server whose tool `odd` answers by `handler`, and calls it. */
async function callOdd(inspector: Inspector, link: string, handler: Handler): Promise<TinyServer> {
  const tiny = await TinyServer.start(mcp([{ name: 'odd' }], handler));
  await inspector.open(link);
  await inspector.connectTo(tiny.url);
  await inspector.choose('odd');
  await inspector.call.submit.click();
  return tiny;
}

/** A handle, then `polls` in order; the last one stays. */
function watched(polls: readonly ((call: Parameters<Handler>[0]) => ReturnType<Handler>)[]): Handler {
  let n = 0;
  return (call) => {
    if (call.method === 'tools/call') return result(call, { ...task(ID, 'working'), resultType: 'task' });
    const next = polls[Math.min(n, polls.length - 1)];
    n += 1;
    return next?.(call) ?? rpcError(call, -32603, 'no poll was expected');
  };
}

test.describe('what is no success is never shown as one', () => {
  test('an unknown resultType', async ({ inspector, server }) => {
    const tiny = await callOdd(inspector, server.link, (call) =>
      result(call, { resultType: 'partial', content: [{ type: 'text', text: 'half' }] }),
    );
    await expect(inspector.problem).toContainText('resultType "partial" is unknown');
    await expect(inspector.problem).toContainText('not a success');
    await expect(inspector.call.root).not.toContainText('Answered at once');
    const row = inspector.traffic.rows('tools/call');
    await expect(row).toContainText('resultType "partial" is unknown');
    await expect(row.locator('[data-kind="result-type"]')).toHaveCount(0);
    await tiny.close();
  });

  test('a result without a resultType says so', async ({ inspector, server }) => {
    const tiny = await callOdd(inspector, server.link, (call) =>
      result(call, { content: [{ type: 'text', text: 'old' }] }),
    );
    const outcome = inspector.call.root.getByRole('status', { name: 'Outcome of the call' });
    await expect(outcome).toContainText('old');
    await expect(outcome).toContainText(/no resultType/);
    await expect(inspector.traffic.rows('tools/call')).toContainText('no resultType');
    await tiny.close();
  });

  test('the nested task of the older generation is no empty success', async ({ inspector, server }) => {
    const tiny = await callOdd(inspector, server.link, (call) =>
      result(call, { task: { taskId: ID, status: 'working', createdAt: '2026-07-28T12:00:00Z', ttl: 1 } }),
    );
    await expect(inspector.detail.root).toContainText(/nested|older generation|2025-11-25/);
    await expect(inspector.call.root).not.toContainText('Answered at once, without a task');
    await tiny.close();
  });

  test('a malformed handle', async ({ inspector, server }) => {
    const tiny = await callOdd(inspector, server.link, (call) =>
      result(call, { resultType: 'task', taskId: ID, status: 'running' }),
    );
    await expect(inspector.problem).toContainText('status "running" is not a task status');
    await expect(inspector.timeline.lanes()).toHaveCount(0);
    await tiny.close();
  });

  test('an error names its code, its words and what to do', async ({ inspector, server }) => {
    const tiny = await callOdd(inspector, server.link, (call) =>
      rpcError(call, -32602, 'size must be small'),
    );
    await expect(inspector.problem).toContainText('-32602');
    await expect(inspector.problem).toContainText('size must be small');
    await expect(inspector.problem).toContainText('Check the arguments');
    await tiny.close();
  });

  test('another request’s answer is not used', async ({ inspector, server }) => {
    const tiny = await callOdd(inspector, server.link, (call) =>
      result({ ...call, id: 'mixed-up' }, DONE.result),
    );
    await expect(inspector.problem).toContainText('The response has id "mixed-up"');
    await tiny.close();
  });
});

test.describe('a broken rule is named with its field', () => {
  test('a missing ttlMs', async ({ inspector, server }) => {
    const { ttlMs: _, ...bare } = task(ID, 'working') as { ttlMs: unknown };
    const tiny = await callOdd(inspector, server.link, watched([(call) => result(call, bare)]));
    await expect(inspector.timeline.lane('odd').marks('poll').first()).toHaveAccessibleName(
      /ttlMs is missing/,
    );
    await inspector.detail.open('State');
    await expect(
      inspector.detail.root.getByRole('list', { name: 'Deviations from the protocol' }),
    ).toContainText('ttlMs is missing');
    await expect(inspector.traffic.rows('ttlMs is missing').first()).toBeVisible();
    await tiny.close();
  });

  test('terminal to working', async ({ inspector, server }) => {
    const tiny = await callOdd(
      inspector,
      server.link,
      watched([
        (call) => result(call, task(ID, 'completed', DONE)),
        (call) => result(call, task(ID, 'working')),
      ]),
    );
    const lane = inspector.timeline.lane('odd');
    await expect(lane.label).toContainText('completed');
    await inspector.detail.open('State');
    await inspector.detail.button('Poll now').click();
    await expect(
      inspector.detail.root.getByRole('list', { name: 'Deviations from the protocol' }),
    ).toContainText('completed → working: illegal, completed is final');
    await expect(inspector.traffic.rows('illegal').first()).toBeVisible();
    await tiny.close();
  });
});

test.describe('a server that stumbles', () => {
  test.use({ expectFailedLoads: true });

  test('a 503 and a dropped connection are shown and retried until the task ends', async ({
    inspector,
    server,
  }) => {
    const tiny = await callOdd(
      inspector,
      server.link,
      watched([
        (call) => result(call, task(ID, 'working')),
        () => ({ status: 503, text: 'busy', headers: { 'Content-Type': 'text/plain' } }),
        () => 'drop',
        (call) => result(call, task(ID, 'working')),
        (call) => result(call, task(ID, 'completed', DONE)),
      ]),
    );
    const lane = inspector.timeline.lane('odd');
    await expect(lane.label).toContainText('completed');
    await expect(lane.marks('failure')).toHaveCount(2);
    await expect(lane.marks('failure').first()).toHaveAccessibleName(/HTTP 503/);
    await expect(lane.marks('failure').last()).toHaveAccessibleName(/broke off in the middle/);
    await expect(inspector.traffic.withHttp('503')).toHaveCount(1);
    expect(tiny.of('tasks/get')).toHaveLength(5);
    expect(tiny.of('tools/call')).toHaveLength(1);
    await inspector.detail.open('State');
    await expect(inspector.detail.root.getByRole('region', { name: 'Result' })).toContainText('fine');
    await tiny.close();
  });

  test('a task that is gone after it had completed: said so, and what was read stays', async ({
    inspector,
    server,
  }) => {
    const tiny = await callOdd(
      inspector,
      server.link,
      watched([
        (call) => result(call, task(ID, 'completed', DONE)),
        (call) => rpcError(call, -32602, 'Unknown task'),
      ]),
    );
    const lane = inspector.timeline.lane('odd');
    await expect(lane.label).toContainText('completed');
    await inspector.detail.open('State');
    await inspector.detail.button('Poll now').click();
    await expect(lane.marks('gone')).toHaveCount(1);
    await expect(inspector.detail.panel('State')).toContainText('does not know this task');
    await expect(inspector.detail.panel('State')).toContainText('Its TTL had not passed.');
    await expect(inspector.detail.root.getByRole('region', { name: 'Result' })).toContainText('fine');
    await expect(inspector.detail.fact('Polling')).toHaveText('stopped: gone');
    await tiny.close();
  });

  test('a task that is gone after its TTL says that this had passed', async ({ inspector, server }) => {
    const tiny = await callOdd(
      inspector,
      server.link,
      watched([
        (call) => result(call, task(ID, 'working', { ttlMs: 1000 })),
        (call) => rpcError(call, -32602, 'Unknown task'),
      ]),
    );
    await expect(inspector.timeline.lane('odd').label).toContainText('gone: its TTL had passed');
    await tiny.close();
  });
});

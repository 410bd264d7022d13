import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';

test.use({ serverArgs: [] });

test('a cancelled task says “cancel requested” until the server says more', async ({ inspector, server }) => {
  const { detail, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);
  const taskId = await inspector.callTask('slow_compute', 60);
  const lane = timeline.lane('slow_compute');
  await expect(lane.marks('poll').first()).toBeVisible();

  const polls = await hold(inspector.page, 'tasks/get');
  await detail.open('State');
  await detail.button('Cancel task').click();

  await expect(lane.marks('cancel')).toHaveAccessibleName(/^cancel requested, acknowledged/);
  await expect(lane.label).toContainText('working · cancel requested');
  await expect(detail.panel('State')).toContainText('The acknowledgement is no proof');
  await expect(detail.panel('State').locator('[data-kind="task-status"]').first()).toHaveText('working');
  await expect(detail.button('Cancel requested')).toBeDisabled();
  const row = await traffic.cells(traffic.rows('tasks/cancel'));
  expect(row).toMatchObject({ resultType: 'complete', status: '—' });
  await polls.held();
  await expect(lane.label).toContainText('working · cancel requested');

  await polls.release();
  await expect(lane.label).toContainText('cancelled');
  await expect(lane.label).not.toContainText('requested');
  await expect(detail.fact('Polling')).toHaveText('stopped: ended');
  expect(wire.of('tasks/cancel').map((sent) => [sent.params.taskId, sent.headers['mcp-name']])).toEqual([
    [taskId, taskId],
  ]);
});

test.describe('without a way to the server', () => {
  test.use({ expectFailedLoads: true });

  test('a cancel that did not get through is said, never repeated by itself, and can be sent again', async ({
    inspector,
    server,
  }) => {
    const { detail, timeline, wire } = inspector;
    await inspector.start(server.link);
    await inspector.callTask('slow_compute', 60);
    const cut = await hold(inspector.page, 'tasks/cancel');
    await detail.open('State');
    await detail.button('Cancel task').click();
    await cut.held();
    await cut.abort();
    await expect(timeline.lane('slow_compute').marks('cancel')).toHaveAccessibleName(/^cancel not sent/);
    await expect(timeline.lane('slow_compute').label).not.toContainText('cancel requested');
    await wire.answer('tasks/get');
    expect(wire.count('tasks/cancel')).toBe(1);
    await detail.button('Cancel task').click();
    await expect(timeline.lane('slow_compute').label).toContainText('cancelled');
    expect(wire.count('tasks/cancel')).toBe(2);
  });
});

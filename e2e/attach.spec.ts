import { demoCall } from './demo-client.ts';
import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '10'] });

test('a task made by another client is watched by its id, answered and read', async ({
  inspector,
  server,
}) => {
  const { answer, detail, page, timeline } = inspector;
  await inspector.start(server.link);
  const id = await demoCall(server.endpoint, 'generate_report', { size: 'small' });
  await page.getByRole('textbox', { name: 'Task id' }).fill(`  ${id} `);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const lane = timeline.lane('task');
  await expect(lane.label).toContainText('attached task');
  await expect(lane.label).toContainText('input_required');
  expect(await lane.taskId()).toBe(id);
  await answer.choice('Yes').check();
  await answer.send.click();
  await expect(lane.label).toContainText('completed');
  const state = await detail.open('State');
  await expect(state).toContainText('Generated small report with approved outline.');
  await expect(detail.fact('Tool')).toHaveText('not known: attached by its id');
});

test('a link names a task: it is watched where the endpoint is known', async ({
  inspector,
  server,
  newTab,
}) => {
  await inspector.start(server.link);
  const id = await demoCall(server.endpoint, 'slow_compute', { seconds: 3600 });
  const other = await newTab();
  await other.open(`${server.origin}/?endpoint=${encodeURIComponent(server.endpoint)}&task=${id}`);
  await other.expectConnected();
  await expect(other.timeline.lane('task').label).toContainText('working');
  expect(await other.timeline.lane('task').taskId()).toBe(id);
  await expect(other.detail.fact('Task id')).toHaveText(id);
});

test('an id that the server does not know says so', async ({ inspector, server }) => {
  const { detail, page, timeline, wire } = inspector;
  await inspector.start(server.link);
  const id = 'tsk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  await page.getByRole('textbox', { name: 'Task id' }).fill(id);
  await page.getByRole('textbox', { name: 'Task id' }).press('Enter');
  const lane = timeline.lane('task');
  await expect(lane.label).toContainText('unknown to the server');
  await expect(await detail.open('State')).toContainText('does not know this task');
  await expect(detail.panel('State')).toContainText('the id may be mistyped');
  await expect(detail.fact('Polling')).toHaveText('stopped: gone');
  expect(wire.count('tasks/get')).toBe(1);
});

test('a forgotten task leaves the timeline and is taken back by Undo', async ({ inspector, server }) => {
  const { detail, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);
  const id = await inspector.callTask('slow_compute', 3600);
  await expect(timeline.lane('slow_compute').marks('poll').first()).toBeVisible();
  await detail.open('State');
  await detail.button('Forget').click();
  await expect(timeline.lanes()).toHaveCount(0);
  await expect(inspector.notice).toContainText('is forgotten.');
  await expect(traffic.rows('tools/call')).toHaveCount(1);
  const polls = wire.count('tasks/get');
  await inspector.notice.getByRole('button', { name: 'Undo' }).click();
  await expect(timeline.lanes()).toHaveCount(1);
  expect(await timeline.lane('slow_compute').taskId()).toBe(id);
  await expect.poll(() => wire.count('tasks/get')).toBeGreaterThan(polls);
  expect(wire.count('tasks/cancel'), 'forgetting is no cancelling').toBe(0);
});

import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '2'], expectFailedLoads: true });

test('a server killed in mid-task and started again: failures are shown, polls go on, the task completes', async ({
  inspector,
  server,
}) => {
  const { answer, detail, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);
  const taskId = await inspector.callTask('generate_report');
  const lane = timeline.lane('generate_report');
  await detail.open('State');

  await server.kill('SIGKILL');
  await expect(lane.marks('failure').first()).toBeVisible();
  await expect(lane.marks('failure').first()).toHaveAccessibleName(
    /^poll failed at .*: No answer from 127\.0\.0\.1/,
  );
  await expect(detail.fact('Polling')).toHaveText(/attempt \d+|asking since/);
  await expect(detail.fact('Last failure')).toContainText('No answer from 127.0.0.1');
  await expect(lane.label).toContainText(/working|input_required/);
  await expect(traffic.rows('the server is not running').first()).toBeVisible();
  await expect.poll(() => lane.marks('failure').count()).toBeGreaterThanOrEqual(2);

  await server.restart();
  await detail.tab('Answer').click();
  await expect(answer.send).toBeVisible({ timeout: 30_000 });
  await answer.choice('Yes').check();
  await answer.send.click();
  await expect(lane.label).toContainText('completed');
  await expect(await detail.open('State')).toContainText('Generated medium report with approved outline.');
  expect(wire.count('tools/call')).toBe(1);
  expect(wire.count('tasks/update')).toBe(1);
  expect(new Set(wire.of('tasks/get').map((sent) => sent.params.taskId))).toEqual(new Set([taskId]));
  const ids = wire.sent.map((sent) => sent.id);
  expect(new Set(ids).size, 'every request has an id of its own').toBe(ids.length);
});

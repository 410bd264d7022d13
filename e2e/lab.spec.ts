import { LabClient } from '../server/node/lab/client.ts';
import { axe, expect, test } from './fixtures.ts';
import { LabView } from './pages/lab.ts';

test('R74 R76 the lab without a server: a newcomer walks through a task, an hour passes in a moment, a link with faults asks first (attack 17)', async ({
  inspector,
  server,
}) => {
  const { page, timeline, detail } = inspector;
  const lab = new LabView(page);
  await inspector.open(`${server.origin}/?scenario=cancel-ignored;stale-reads:lagMs=100`);
  // Nothing is on before a person says so, and where it would be on is not known yet.
  await expect(lab.asked).toContainText('cancel-ignored; stale-reads: lagMs 100');
  await expect(lab.asked).toContainText('Connect to the demo server first');
  await inspector.view('Lab').click();
  await page.getByRole('button', { name: 'Demo in this page' }).click();
  await expect(lab.steering).toContainText('Worker: running');
  await expect(lab.asked).toContainText(new URL(server.origin).host);
  await expect(lab.on).toHaveCount(0);
  await lab.asked.getByRole('button', { name: 'Ignore the link' }).click();
  await expect(lab.asked).toHaveCount(0);

  await page.getByRole('button', { name: /^update: call, wait, question/ }).click();
  const walk = page.getByRole('region', { name: /^Walk: update/ });
  for (let step = 1; step <= 5; step += 1) {
    await lab.next.click();
    await expect(walk.getByRole('list').first().getByRole('listitem')).toHaveCount(step);
  }
  await expect(walk).toContainText('The walk is over');
  await expect(walk.getByRole('list', { name: 'What happened to the task' })).toContainText('completed');
  await expect(lab.truth.getByRole('row', { name: /completed/ }).first()).toContainText(/later$/);
  await walk.getByRole('button', { name: 'Leave the walk' }).click();

  // A fault of the lab: seen in every view, noted in the recording, ended by one button. Its key steers, too.
  await lab.switchOn('no-nested-result-type');
  await expect(lab.on).toContainText('no-nested-result-type');
  expect(await axe(page)).toEqual([]);
  await inspector.view('Tasks and traffic').click();
  await expect(lab.on).toContainText('no-nested-result-type');
  await page.reload();
  await inspector.expectConnected();
  await expect(lab.on).toContainText('no-nested-result-type');
  await lab.on.getByRole('button', { name: 'All faults off' }).click();
  await expect(lab.on).toHaveCount(0);

  await inspector.callTask('endless_tool');
  await inspector.view('Lab').click();
  await expect(lab.steering).toContainText('Worker: running');
  await page.keyboard.press('h');
  await expect(lab.truth).toContainText('expired');
  await page.keyboard.press('p');
  await expect(lab.steering).toContainText('Worker: paused');
  await page.keyboard.press(']');
  await expect(lab.steering).toContainText('2 times real time');
  await inspector.view('Tasks and traffic').click();
  await timeline.lane('endless_tool').label.click();
  await detail
    .button('Poll now')
    .or(detail.root.getByText(/expired/i))
    .first()
    .waitFor();
});

/** Faults, and how each is seen: by the HTTP status of a message, or by the end of the lane. As many as lanes have room. */
const SEEN = [
  { fault: 'http-500', params: { method: 'tasks/get', every: 2 }, http: '500', ends: 'completed' },
  { fault: 'http-503', params: { method: 'tasks/get', every: 2 }, http: '503', ends: 'completed' },
  { fault: 'cut-body', params: { every: 2 }, http: undefined, ends: 'completed' },
  { fault: 'crash-before-commit', params: {}, http: undefined, ends: 'completed' },
  { fault: 'expire-working', params: { ttlMs: 100 }, http: undefined, ends: 'failed' },
  { fault: 'expire-at-the-end', params: {}, http: undefined, ends: 'failed' },
] as const;

test.describe('faults of the bundled server', () => {
  test.use({ expectFailedLoads: true, serverArgs: ['--speed', '10'] });

  test('R66 R71 R72 each is seen in the traffic or on the timeline, and shown in every view as long as it is on', async ({
    inspector,
    server,
  }) => {
    const { page, timeline, traffic } = inspector;
    const view = new LabView(page);
    await inspector.start(server.link);
    const lab = await LabClient.connect(server.origin, { key: server.link.split('#key=')[1] ?? '' });
    for (const { fault, params, http, ends } of SEEN) {
      await test.step(fault, async () => {
        await lab.do({ do: 'faults/on', fault, params });
        await expect(view.on).toContainText(fault);
        // Half a second is 5 of the demo's; the dead worker's lease is 10 seconds.
        await inspector.callTask('slow_compute', http === undefined ? 2 : 20);
        if (http !== undefined) await expect(traffic.withHttp(http).first()).toBeVisible();
        if (fault === 'crash-before-commit') {
          await expect.poll(async () => (await lab.do({ do: 'leases/list' })).leases).toHaveLength(1);
          await lab.do({ do: 'clock/jump', ms: 10_000 });
        }
        await expect(timeline.lane('slow_compute').label).toContainText(ends);
        await lab.do({ do: 'faults/reset' });
        await expect(view.on).toHaveCount(0);
      });
    }
    await inspector.view('Lab').click();
    await expect(view.truth.getByRole('row', { name: /expired/ }).first()).toBeVisible();
    lab.close();
  });
});

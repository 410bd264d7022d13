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

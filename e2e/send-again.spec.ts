import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';

test.use({ serverArgs: ['--speed', '10'], expectFailedLoads: true });

test('an answer that did not get through is kept, and is sent again only by a person', async ({
  inspector,
  server,
}) => {
  const { answer, page, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.choice('Yes').check();
  const cut = await hold(page, 'tasks/update');
  await answer.send.click();
  await cut.held();
  await cut.abort();

  await expect(answer.state).toHaveText(/did not get through\. It is kept here and can be sent again/);
  await expect(answer.root.getByRole('alert')).toContainText('No answer from 127.0.0.1');
  await expect(answer.choice('Yes')).toBeChecked();
  await expect(answer.choice('Yes')).toBeEnabled();
  await expect(traffic.rows('tasks/update')).toHaveCount(1);
  await wire.answer('tasks/get');
  await wire.answer('tasks/get');
  expect(wire.count('tasks/update'), 'never repeated by itself').toBe(1);

  const shown = await answer.readPreview();
  await answer.sendAgain.click();
  await expect(timeline.lane('generate_report').label).toContainText('completed');
  expect(wire.count('tasks/update')).toBe(2);
  const [first, second] = wire.of('tasks/update');
  expect(second?.params.inputResponses).toEqual(first?.params.inputResponses);
  expect(second?.id, 'an id is used once').not.toBe(first?.id);
  expect(JSON.parse(shown.body)).toEqual(JSON.parse(second?.text ?? ''));
});

test('a failed answer survives a reload with what was typed', async ({ inspector, server }) => {
  const { answer, page, timeline, wire } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.choice('No').check();
  const cut = await hold(page, 'tasks/update');
  await answer.send.click();
  await cut.held();
  await cut.abort();
  await expect(answer.sendAgain).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Recorded on this machine only');
  await page.reload();
  await expect(answer.choice('No')).toBeChecked();
  await wire.answer('tasks/get');
  expect(wire.count('tasks/update')).toBe(1);
  await answer.sendAgain.click();
  await expect(timeline.lane('generate_report').label).toContainText('cancelled');
});

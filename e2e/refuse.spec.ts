import { expect, test } from './fixtures.ts';
import { expectSame } from './wire.ts';

test.use({ serverArgs: ['--speed', '10'] });

const REFUSED = 'User did not approve the outline.';

for (const { name, action } of [
  { name: 'Decline', action: 'decline' },
  { name: 'Cancel question', action: 'cancel' },
] as const)
  test(`“${name}” sends ${action} as shown, and the task ends cancelled`, async ({ inspector, server }) => {
    const { answer, detail, timeline, wire } = inspector;
    await inspector.start(server.link);
    await inspector.callUntilAsked();
    const button = name === 'Decline' ? answer.decline : answer.cancel;
    await answer.readPreview(); // unfolds it, so that reading it again needs no pointer
    await button.hover();
    await expect(answer.preview).toContainText(`"action": "${action}"`);
    const shown = await answer.readPreview();
    await button.click();
    await expect(timeline.lane('generate_report').label).toContainText('cancelled');
    expectSame(shown, wire.last('tasks/update'));
    expect(wire.last('tasks/update').params.inputResponses).toEqual({ approve_outline: { action } });
    await expect(await detail.open('State')).toContainText(REFUSED);
    expect(wire.count('tasks/cancel')).toBe(0);
  });

test('accepting with No ends the task cancelled', async ({ inspector, server }) => {
  const { answer, detail, timeline, wire } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.choice('No').check();
  await answer.send.click();
  await expect(timeline.lane('generate_report').label).toContainText('cancelled');
  expect(wire.last('tasks/update').params.inputResponses).toEqual({
    approve_outline: { action: 'accept', content: { approved: false } },
  });
  await expect(await detail.open('State')).toContainText(REFUSED);
});

test('an unanswered question is not sent: the form says what is missing', async ({ inspector, server }) => {
  const { answer, wire } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.send.click();
  await expect(answer.root.getByText(/required/i).first()).toBeVisible();
  await expect(answer.root).toContainText(/choose|missing|required/i);
  expect(wire.count('tasks/update')).toBe(0);
  await expect(answer.send).toBeEnabled();
});

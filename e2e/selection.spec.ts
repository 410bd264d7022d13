import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '10'] });

test('a mark selects its message and a message its mark; . and , step', async ({ inspector, server }) => {
  const { detail, page, timeline, traffic } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  const lane = timeline.lane('generate_report');
  await lane.marks('poll').first().click();
  await expect(lane.marks('poll').first()).toHaveAttribute('aria-pressed', 'true');
  await expect(traffic.selected).toHaveCount(1);
  await expect(traffic.selected).toContainText('tasks/get');
  await expect(detail.tab('Message')).toHaveAttribute('aria-selected', 'true');
  await expect(detail.code('Request body')).toContainText('"method": "tasks/get"');

  await traffic.rows('tools/call').click();
  await expect(lane.marks('handle')).toHaveAttribute('aria-pressed', 'true');
  await expect(lane.marks('poll').first()).toHaveAttribute('aria-pressed', 'false');
  await expect(detail.code('Request body')).toContainText('"method": "tools/call"');

  await page.keyboard.press('.');
  await expect(traffic.selected).toContainText('tasks/get');
  await page.keyboard.press(',');
  await expect(traffic.selected).toContainText('tools/call');
  await page.keyboard.press(',');
  await expect(traffic.selected).toContainText('tools/list');

  await test.step('the arrow keys go from mark to mark', async () => {
    await lane.label.focus();
    await page.keyboard.press('ArrowRight');
    await expect(lane.marks('handle')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(lane.marks('handle')).not.toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(traffic.selected).toContainText('tools/call');
  });
  await test.step('and from row to row', async () => {
    await traffic.selected.focus();
    await page.keyboard.press('ArrowDown');
    await expect(traffic.selected).toContainText('tasks/get');
    await expect(traffic.selected).toBeFocused();
    await page.keyboard.press('Home');
    await expect(traffic.selected).toContainText('server/discover');
    await page.keyboard.press('Enter');
    await expect(detail.tab('Message')).toBeFocused();
  });
});

test('what changed since the poll before is told', async ({ inspector, server }) => {
  const { detail, traffic } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  // The poll that brought the question; on a busy machine it need not be the first one.
  await traffic.rows('tasks/get').filter({ hasText: 'input_required' }).first().click();
  const changes = await detail.open('Changes');
  await expect(changes).toContainText('inputRequests');
  await expect(changes).toContainText('Approve the generated report outline?');
  await expect(changes).toContainText('input_required');

  await test.step('any message is sent once more, and two of them are compared', async () => {
    const asked = inspector.wire.count('server/discover');
    await traffic.rows('server/discover').first().click();
    const message = await detail.open('Message');
    await message.getByRole('button', { name: 'Send again', exact: true }).click();
    await expect.poll(() => inspector.wire.count('server/discover')).toBe(asked + 1);
    await expect(traffic.rows('server/discover').last()).toHaveAttribute('aria-selected', 'true');
    await message.getByText('Compare with another message').click();
    await expect(message.getByRole('table', { name: 'Changes of the request' }).getByRole('row')).toHaveCount(
      2,
    );
    await expect(message.getByRole('rowheader', { name: 'id', exact: true }).first()).toBeVisible();
    await expect(message.getByRole('combobox', { name: 'Compare with' })).toContainText('server/discover');
  });
});

test('/ filters the traffic and says how many it hides; Esc clears it', async ({ inspector, server }) => {
  const { page, traffic } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await inspector.answer.root.getByRole('heading', { name: 'Approve' }).click();
  await page.keyboard.press('/');
  await expect(traffic.filter).toBeFocused();
  await page.keyboard.type('method:tools/');
  await expect(traffic.rows()).toHaveCount(2);
  await expect(traffic.hidden).toHaveText(/^\d+ hidden by the filter$/);
  await page.keyboard.type('call -http:200');
  await expect(traffic.root).toContainText('The filter hides everything');
  await page.keyboard.press('Escape');
  await expect(traffic.filter).toHaveValue('');
  await expect(traffic.hidden).toHaveText('');
  expect(await traffic.rows().count()).toBeGreaterThan(2);
});

test('the address leads a colleague to the task and the message', async ({ inspector, server }) => {
  const { detail, page, timeline, traffic } = inspector;
  await inspector.start(server.link);
  const id = await inspector.callUntilAsked();
  await traffic.rows('tools/call').click();
  await expect.poll(() => new URL(page.url()).searchParams.get('x')).toBeTruthy();
  const params = new URL(page.url()).searchParams;
  expect(params.get('task')).toBe(id);
  expect(params.get('endpoint')).toBe(server.endpoint);
  expect(page.url()).not.toContain('key');

  await detail.open('State');
  await timeline.lane('generate_report').select();
  await expect(page.getByRole('contentinfo')).toContainText('Recorded on this machine only');
  await page.goto(`${server.origin}/?${params}`);
  await inspector.expectConnected();
  await expect(traffic.selected).toContainText('tools/call');
  await expect(timeline.lane('generate_report').label).toHaveAttribute('aria-pressed', 'true');
});

test('palette, help and the other keys', async ({ inspector, server }) => {
  const { call, detail, page, timeline } = inspector;
  await inspector.start(server.link);
  await inspector.callTask('slow_compute', 3600);
  await timeline.lane('slow_compute').label.focus();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toContainText('Filter the traffic');
  await expect(help).toContainText('Command palette');
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(timeline.root, 'keys of the page rest while a dialog is open').toBeVisible();

  await page.keyboard.press('t');
  await expect(timeline.root).toBeHidden();
  await page.keyboard.press('t');
  await expect(timeline.root).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const command = palette.getByRole('combobox', { name: 'Command' });
  await expect(command).toBeFocused();
  await command.fill('call gen');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(call.root.getByRole('heading', { name: 'Generate a report' })).toBeVisible();
  await expect(call.field('Size of the report')).toBeFocused();
  await expect(timeline.lane('slow_compute').label, 'one thing is selected').toHaveAttribute(
    'aria-pressed',
    'false',
  );

  await page.keyboard.press('Control+k');
  await command.fill('no such thing');
  await expect(palette).toContainText('No command has this name.');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await command.fill('go to slow');
  await page.keyboard.press('Enter');
  await expect(timeline.lane('slow_compute').label).toHaveAttribute('aria-pressed', 'true');
  await expect(detail.tab('State')).toHaveAttribute('aria-selected', 'true');
  await expect(detail.root.getByRole('heading', { name: /^Task slow_compute/ })).toBeFocused();
  await expect(inspector.tool('generate_report')).not.toHaveAttribute('aria-current');

  await page.keyboard.press('Control+k');
  await command.fill('view: settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

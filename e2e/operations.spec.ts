import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '10'], listsWire: false });

test('an operation is one row that opens to its messages; filter, highlight and completion say what they do and stand in the address', async ({
  inspector,
  server,
}) => {
  const { answer, detail, page, timeline, traffic } = inspector;
  const operation = traffic.rows('generate_report');
  await inspector.start(server.link);
  await inspector.callUntilAsked();

  await test.step('the call and all that became of it are one row, with the newest status of the task', async () => {
    await expect(operation).toHaveCount(1);
    await expect(operation).toContainText('input_required');
    await expect(operation).toContainText(/\d+ messages/);
    await expect(traffic.rows('tasks/get')).toHaveCount(0);
    await answer.choice('Yes').check();
    await answer.send.click();
    await expect(timeline.lane('generate_report').label).toContainText('completed');
    await expect(operation).toContainText('completed');
  });

  await test.step('it opens with the keys, to the update among others, and closes', async () => {
    await operation.click();
    await expect(detail.code('Request body')).toContainText('"method": "tools/call"');
    await page.keyboard.press('ArrowRight');
    await expect(operation).toHaveAttribute('aria-expanded', 'true');
    await expect(traffic.rows('tasks/update')).toHaveAttribute('aria-level', '2');
    await page.keyboard.press('ArrowDown');
    await expect(traffic.selected).toHaveAttribute('aria-level', '2');
    await page.keyboard.press('ArrowLeft');
    await expect(operation).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(operation).toHaveAttribute('aria-expanded', 'false');
    await timeline.lane('generate_report').marks('poll').first().click();
    await expect(operation).toHaveAttribute('aria-selected', 'true');
    await expect(operation).toContainText(/message \d+ of \d+/);
  });

  await test.step('a filter is completed, said in words, and its mistakes are told with their place', async () => {
    await traffic.filter.click();
    await page.keyboard.type('-tasks/get me');
    const offers = traffic.root.getByRole('listbox', { name: /^Filter the traffic/ }).getByRole('option');
    await expect(offers).toHaveText([/^method:/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('tasks/upd');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(traffic.filter).toHaveValue('-tasks/get method:tasks/update ');
    await expect(traffic.root).toContainText(
      'Messages that have a method with “tasks/update”, unless they contain “tasks/get”',
    );
    await expect(traffic.hidden).toHaveText(/^\d+ hidden by the filter$/);
    await expect(traffic.rows()).toHaveCount(1);
    await expect(operation).toContainText(/1 of \d+ messages/);
    await page.keyboard.type('foo:1');
    await expect(traffic.root).toContainText('Character 32, foo:1: There is no field “foo”.');
    await expect(traffic.rows()).toHaveCount(1);
    await traffic.root.getByRole('button', { name: 'Clear' }).click();
    await expect(traffic.rows('tools/list')).toHaveCount(1);
  });

  await test.step('any cell can be filtered by, with the keys too, and a reload keeps it', async () => {
    await traffic.rows('server/discover').getByRole('gridcell').nth(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide such: -method:server/discover' }).click();
    await expect(traffic.rows('server/discover')).toHaveCount(0);
    await traffic.rows('tools/list').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(traffic.rows('tools/list').getByRole('gridcell').nth(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Highlight such: method:tools/list' }).press('Enter');
    await expect(traffic.root).toContainText('Marked: Messages that have a method with “tools/list”.');
    await expect.poll(() => page.url()).toContain('highlight=method');
    await page.reload();
    await inspector.expectConnected();
    await expect(traffic.filter).toHaveValue('-method:server/discover');
    await expect(traffic.root.getByRole('combobox', { name: 'Highlight in the traffic' })).toHaveValue(
      'method:tools/list',
    );
    await expect(traffic.rows('server/discover')).toHaveCount(0);
  });
});

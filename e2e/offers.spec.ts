import { axe, expect, test } from './fixtures.ts';
import { Compose } from './pages/compose.ts';

test('resources, prompts and notifications: listed, completed, read, followed, heard', async ({
  inspector,
  server,
}) => {
  test.slow();
  const { page } = inspector;
  const main = page.getByRole('main');
  await inspector.start(server.link);
  const task = await inspector.callUntilAsked();

  await test.step('a template is filled in with a suggestion and read; an address leads there again', async () => {
    await inspector.view('Resources').click();
    await main.getByRole('button', { name: /A term of durable work/ }).click();
    const term = main.getByRole('form', { name: 'Fill in the template' }).getByLabel(/^term/);
    await term.fill('ep');
    await expect(main.locator('option[value="epoch"]')).toBeAttached();
    await term.fill('epoch');
    await main.getByRole('button', { name: 'Read it' }).click();
    await expect(main.getByRole('group', { name: /^Text of taskscope/ })).toContainText(
      'grows with each lease',
    );
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await inspector.expectConnected();
    await expect(main.getByLabel('URI')).toHaveValue('taskscope://glossary/epoch');
  });

  await test.step('a resource that changes is followed', async () => {
    await main.getByLabel('URI').fill(`taskscope://tasks/${task}`);
    await main.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(main.getByRole('group', { name: /^Text of taskscope/ })).toContainText('"input_required"');
    await main.getByRole('checkbox', { name: 'Be told when it changes' }).check();
    await expect(main.getByRole('status').filter({ hasText: 'The server tells changes.' })).toBeVisible();
    const compose = new Compose(page);
    await inspector.view('Compose').click();
    await compose.method.fill('tasks/cancel');
    await compose.root.getByLabel(/^Task id/).fill(task);
    await compose.send.click();
    await expect(compose.outcome).toContainText('As it must be');
    await inspector.view('Notifications').click();
    const news = main.getByRole('list', { name: 'Notifications, newest first' });
    await expect(news).toContainText(`taskscope://tasks/${task}`);
    await main.getByRole('button', { name: 'Stop following' }).click();
    await expect(main.getByRole('button', { name: 'Stop following' })).toHaveCount(0);
  });

  await test.step('a prompt is filled in and got', async () => {
    await inspector.view('Prompts').click();
    await main.getByRole('button', { name: /explain_term/ }).click();
    await main.getByLabel(/^Term/).fill('lease');
    await main.getByRole('button', { name: 'Get', exact: true }).click();
    await expect(main.getByRole('list', { name: 'Messages' })).toContainText('Give one example');
    expect(await axe(page)).toEqual([]);
  });

  await test.step('log messages and progress come beside an answer', async () => {
    await inspector.view('Notifications').click();
    await expect(main.getByText('the server does not declare tools.listChanged')).toBeVisible();
    await main.getByLabel('Least severity').selectOption('info');
    await main.getByRole('checkbox', { name: /Ask for progress/ }).check();
    const compose = new Compose(page);
    await inspector.view('Compose').click();
    await compose.method.fill('tools/call');
    await compose.tool.selectOption('slow_compute');
    await compose.break('Leave out the tasks extension').check();
    await compose.send.click();
    await expect(compose.outcome).toContainText('As it must be: HTTP 200');
    await inspector.view('Notifications').click();
    const news = main.getByRole('list', { name: 'Notifications, newest first' });
    await expect(news).toContainText('computing');
    await expect(news).toContainText('5 of 5');
    expect(await axe(page)).toEqual([]);
  });
});

test.describe('390 px', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    contextOptions: { reducedMotion: 'reduce', colorScheme: 'dark' },
  });

  test('the three views in one column, in the dark', async ({ inspector, server }) => {
    const { page } = inspector;
    const panes = page.getByRole('navigation', { name: 'Panes' });
    await inspector.start(server.link);
    for (const name of ['Resources', 'Prompts', 'Notifications'] as const) {
      await panes.getByRole('button', { name: 'Server' }).click();
      await inspector.view(name).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page.getByText('Asking for the list')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
      expect(await axe(page), name).toEqual([]);
    }
  });
});

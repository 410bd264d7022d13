import { PATHS } from '../app/shell/views.ts';
import { axe, expect, test } from './fixtures.ts';
import type { Inspector } from './pages/inspector.ts';

test.use({ serverArgs: ['--speed', '10'] });

/** Goes through every view and state and looks for violations in each. */
async function tour(inspector: Inspector, link: string): Promise<void> {
  const { answer, call, detail, page, timeline, traffic } = inspector;
  const look = (name: string): Promise<void> =>
    test.step(name, async () => {
      expect(await axe(page), name).toEqual([]);
    });
  const wide = (page.viewportSize()?.width ?? 0) > 900;
  const pane = async (name: string): Promise<void> => {
    if (!wide) await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).click();
  };
  /** Every view there is: the page draws none that is not in its own list. */
  const all = async (state: string): Promise<void> => {
    for (const path of PATHS) {
      await inspector.goTo(path);
      await look(`${path}, ${state}`);
    }
  };
  await inspector.open(link);
  await look('first visit');
  await all('not connected');
  await inspector.open(link);
  await inspector.useBundled.click();
  await inspector.expectConnected();
  await expect(inspector.tool('generate_report')).toBeAttached();
  await look('connected');
  await pane('Server');
  await look('server');
  await inspector.choose('lookup_glossary');
  await look('call form');
  await call.submit.click();
  await expect(call.root.getByRole('status', { name: 'Outcome of the call' })).toBeVisible();
  await look('outcome of a call');
  await pane('Server');
  await inspector.choose('generate_report');
  await call.submit.click();
  await expect(answer.send).toBeVisible();
  await look('answering');
  await answer.send.click();
  await look('an answer that is refused by the form');
  for (const tab of ['Answer', 'Message', 'Headers', 'Changes', 'State'] as const) {
    await detail.open(tab);
    await look(`${tab}, of a task`);
  }
  await detail.open('Answer');
  await answer.choice('Yes').check();
  await answer.send.click();
  await pane('Tasks');
  await expect(timeline.lane('generate_report').label).toContainText('completed');
  await look('tasks');
  await pane('Traffic');
  await traffic.filter.fill('tasks/');
  await look('traffic, filtered');
  // By the filter: of a long list only the rows in view exist.
  await traffic.filter.fill('tools/call');
  await traffic.rows('tools/call').last().click();
  for (const tab of ['Message', 'Headers', 'Changes', 'State'] as const) {
    await detail.open(tab);
    await look(`${tab}, of a message`);
  }
  if (wide) {
    await timeline.foldButton.click();
    await look('timeline folded');
    await timeline.foldButton.click();
  }
  await all('connected');
  await pane('Server');
  await inspector.view('Discovery').click();
  await expect(page.getByRole('heading', { name: 'What this server says of itself' })).toBeVisible();
  await pane('Server');
  await inspector.view('Settings').click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Start new…' }).click();
  await look('settings, sure?');
  await page.getByRole('button', { name: 'Keep this one' }).click();
  await page.getByRole('button', { name: /Commands|Command palette/ }).click();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await look('palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await look('keys');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(inspector.resumed).toBeVisible();
  await look('resumed');
}

for (const theme of ['light', 'dark'] as const)
  test(`no violation in any view, ${theme}`, async ({ inspector, server }) => {
    test.slow();
    await inspector.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await tour(inspector, server.link);
  });

test.describe('390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('no violation in any view, narrow', async ({ inspector, server }) => {
    test.slow();
    await tour(inspector, server.link);
  });
});

test.describe('what went wrong', () => {
  test.use({ expectFailedLoads: true });

  test('no violation where a connect failed, a link asks, a task is gone', async ({ inspector, server }) => {
    const { page, timeline } = inspector;
    const unknown = 'http://127.0.0.1:9/mcp';
    await inspector.open(`${server.origin}/?endpoint=${encodeURIComponent(unknown)}`);
    await expect(page.getByRole('region', { name: 'A link wants to connect' })).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: /^Connect to/ }).click();
    await expect(inspector.problem).toBeVisible();
    await expect(page.getByRole('main')).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await inspector.connectTo(server.endpoint);
    await inspector.expectConnected();
    await page.getByRole('textbox', { name: 'Task id' }).fill('tsk_nobody');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(timeline.lane('task').label).toContainText('unknown to the server');
    expect(await axe(page)).toEqual([]);
    await server.kill('SIGKILL');
    await page.getByRole('button', { name: 'ask again' }).click();
    await expect(inspector.problem).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
});

test('axe sees a violation that is planted', async ({ inspector, server }) => {
  await inspector.open(server.link);
  await inspector.page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect((await axe(inspector.page)).join()).toContain('image-alt');
});

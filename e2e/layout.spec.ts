import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { mcp, result, TinyServer, task } from './servers/tiny-server.ts';

/** A server whose task is polled twenty times a second, so that messages are soon many. */
function busyServer(): Promise<TinyServer> {
  return TinyServer.start(
    mcp([{ name: 'busy' }], (call) =>
      result(call, {
        ...task('tsk_busy', 'working', { pollIntervalMs: 50 }),
        ...(call.method === 'tools/call' ? { resultType: 'task' } : {}),
      }),
    ),
  );
}

test('1440×900: 17 rows of traffic beside the timeline, 30 with it folded', async ({ inspector, server }) => {
  const { page, timeline, traffic } = inspector;
  const tiny = await busyServer();
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.callTask('busy');
  await traffic.foldPolls.click();
  await expect.poll(() => tiny.of('tasks/get').length, { timeout: 60_000 }).toBeGreaterThan(30);
  await expect(timeline.root).toBeVisible();
  const outside = await timeline.root.evaluate((root) => {
    const edge = root.getBoundingClientRect().right;
    return [...root.querySelectorAll('svg, text')].filter((el) => el.getBoundingClientRect().right > edge)
      .length;
  });
  expect(outside, 'plots and their captions end within the timeline').toBe(0);
  await expect.poll(() => traffic.fullyVisible()).toBeGreaterThanOrEqual(17);
  await timeline.foldButton.click();
  await expect(timeline.root).toBeHidden();
  await expect.poll(() => traffic.fullyVisible()).toBeGreaterThanOrEqual(30);
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(beyond, 'the page itself does not scroll').toBeLessThanOrEqual(0);

  await test.step('on narrower windows columns go, and none sticks out', async () => {
    for (const width of [1280, 1024, 920, 880]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 900) await page.getByRole('button', { name: 'Traffic', exact: true }).click();
      const out = await traffic.grid.evaluate((grid) => {
        const edge = grid.getBoundingClientRect().right + 0.5;
        return [...grid.querySelectorAll('[role="columnheader"], [role="gridcell"], [data-kind]')]
          .filter((cell) => cell.getBoundingClientRect().right > edge)
          .map((cell) => cell.textContent);
      });
      expect(out, `at ${width} px`).toEqual([]);
      for (const name of ['Time', 'Method', 'What', 'Task status'])
        await expect(traffic.grid.getByRole('columnheader', { name })).toBeVisible();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the fold is kept over a reload', async () => {
    await page.reload();
    await inspector.expectConnected();
    await expect(timeline.foldButton).toHaveText('Unfold');
    await page.keyboard.press('t');
    await expect(timeline.root).toBeVisible();
  });
  await tiny.close();
});

test('the list stays at the end only while the reader is there', async ({ inspector, server }) => {
  const { traffic } = inspector;
  const tiny = await busyServer();
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.callTask('busy');
  await traffic.foldPolls.click();
  await expect.poll(() => tiny.of('tasks/get').length, { timeout: 60_000 }).toBeGreaterThan(30);
  const first = traffic.grid.getByRole('row', { name: /server\/discover/ });
  const jump = traffic.root.getByRole('button', { name: /^Jump to/ });
  await expect(async () => {
    // A row that comes in the very same frame may win once; a person's wheel turns on.
    await traffic.grid.getByRole('rowgroup').evaluate((group) => {
      group.scrollTop = 0;
    });
    await expect(jump).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(first).toBeVisible();
  const seen = tiny.of('tasks/get').length;
  await expect.poll(() => tiny.of('tasks/get').length).toBeGreaterThan(seen + 5);
  await expect(first, 'new messages do not pull it away').toBeVisible();
  await jump.click();
  await expect(first).toHaveCount(0);
  await expect(jump).toHaveCount(0);
  await tiny.close();
});

/** Nothing may stick out at the side, in the page or unseen in a box that hides it. */
async function expectNoSideways(page: Page): Promise<void> {
  const sizes = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    body: document.body.scrollWidth,
    window: innerWidth,
  }));
  expect(sizes).toEqual({ page: 390, body: 390, window: 390 });
}

test.describe('390 px wide', () => {
  test.use({ viewport: { width: 390, height: 844 }, serverArgs: ['--speed', '4'] });

  test('every main action is reached through the tab bar, without sideways scrolling', async ({
    inspector,
    server,
  }) => {
    const { answer, call, detail, page, timeline, traffic } = inspector;
    const panes = page.getByRole('navigation', { name: 'Panes' });
    const show = async (pane: 'Server' | 'Tasks' | 'Traffic' | 'Detail'): Promise<void> => {
      await panes.getByRole('button', { name: new RegExp(`^${pane}`) }).click();
      await expectNoSideways(page);
    };
    await inspector.open(server.link);
    await expectNoSideways(page);
    await inspector.useBundled.click();
    await inspector.expectConnected();
    await show('Server');
    await expect(inspector.fact('Name')).toBeVisible();
    await inspector.choose('generate_report');
    await expectNoSideways(page);
    await call.submit.click();
    await expect(answer.send).toBeVisible();
    await expectNoSideways(page);
    await show('Tasks');
    await expect(timeline.lane('generate_report').label).toContainText('input_required');
    await timeline.lane('generate_report').select();
    await expect(answer.send).toBeVisible();
    await show('Traffic');
    await traffic.rows('tools/call').click();
    await expect(detail.code('Request body')).toBeVisible();
    await expectNoSideways(page);
    for (const tab of ['Headers', 'Changes', 'State'] as const) {
      await detail.open(tab);
      await expectNoSideways(page);
    }
    await expect(detail.button('Cancel task')).toBeVisible();
    await detail.open('Answer');
    await answer.choice('Yes').check();
    await answer.send.click();
    await show('Tasks');
    await expect(timeline.lane('generate_report').label).toContainText('completed');
    await show('Server');
    await inspector.view('Settings').click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expectNoSideways(page);
    await show('Server');
    await inspector.view('Discovery').click();
    await expect(page.getByRole('heading', { name: 'What this server says of itself' })).toBeVisible();
    await expectNoSideways(page);
    await page.getByRole('button', { name: /Commands/ }).click();
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await expectNoSideways(page);
  });
});

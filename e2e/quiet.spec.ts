import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '10'] });

test('polls without news are one row, which opens, and each of them can still be reached', async ({
  inspector,
  server,
}) => {
  const { detail, page, timeline, traffic } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await expect.poll(() => traffic.runLength(), { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await expect(traffic.run).toHaveCount(1);
  await expect(traffic.run).toContainText('no change');

  await test.step('a mark of a folded poll selects its message, and the row says which it is', async () => {
    const polls = timeline.lane('generate_report').marks('poll');
    await polls.nth(2).click();
    await expect(polls.nth(2)).toHaveAttribute('aria-pressed', 'true');
    await expect(traffic.selected).toHaveCount(1);
    await expect(traffic.selected).toContainText(/\d+ of \d+, no change/);
    await expect(detail.code('Request body')).toContainText('"method": "tasks/get"');
    const id = /"id": (\d+)/.exec((await detail.code('Request body').textContent()) ?? '')?.[1];
    await page.keyboard.press(',');
    await expect(detail.code('Request body')).toContainText(`"id": ${Number(id) - 1}`);
  });

  await test.step('Enter opens the run, and the arrows go through it', async () => {
    await traffic.run.locator('button').click();
    await expect(traffic.run.locator('button')).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => traffic.rows('no change').count()).toBeGreaterThanOrEqual(4);
    await traffic.run.focus();
    await page.keyboard.press('ArrowDown');
    await expect(traffic.selected).toContainText('no change');
    await expect(traffic.selected).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(traffic.run).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(traffic.run.locator('button')).toHaveAttribute('aria-expanded', 'false');
    await expect(traffic.selected).toContainText(/tasks\/get ×/);
    await page.keyboard.press('ArrowRight');
    await expect(traffic.run.locator('button')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(traffic.run.locator('button')).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('the choice to list them all is kept over a reload', async () => {
    await traffic.foldPolls.click();
    await expect(traffic.run).toHaveCount(0);
    await expect(traffic.foldPolls).toHaveAttribute('aria-pressed', 'false');
    await page.reload();
    await inspector.expectConnected();
    await expect(traffic.foldPolls).toHaveAttribute('aria-pressed', 'false');
    await expect(traffic.run).toHaveCount(0);
    await expect.poll(() => traffic.rows('no change').count()).toBeGreaterThanOrEqual(3);
  });
});

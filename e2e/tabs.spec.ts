import { expect, test } from './fixtures.ts';
import type { Inspector } from './pages/inspector.ts';

/** Turns push on for the selected task and waits until the stream is acknowledged. */
async function listen(tab: Inspector): Promise<void> {
  await tab.detail.open('State');
  await tab.detail.button('Push updates').click();
  await expect(tab.detail.fact('Push')).toHaveText(/^listening since/);
}

test.describe('four tabs, each watching a task by push', () => {
  test.use({ serverArgs: [] });

  test('all still poll, and each can reload', async ({ inspector, newTab, server }) => {
    test.slow();
    const tabs = [inspector, await newTab(), await newTab(), await newTab()];
    const ids = new Set<string>();
    for (const tab of tabs) {
      await tab.open(server.link);
      if (tab === inspector) await tab.useBundled.click();
      await tab.expectConnected();
      ids.add(await tab.callTask('slow_compute', 3600));
      await listen(tab);
    }
    expect(ids.size).toBe(4);
    for (const tab of tabs) {
      await tab.wire.answer('tasks/get');
      await expect(tab.detail.fact('Push')).toHaveText(/^listening since/);
    }
    for (const tab of tabs) {
      await tab.page.reload();
      await tab.expectConnected();
      await expect(tab.resumed).toContainText('1 task');
      await expect(tab.detail.fact('Push')).toHaveText(/^listening since/);
      await tab.wire.answer('tasks/get');
      await expect(tab.timeline.lane('slow_compute').label).toContainText('working');
    }
    for (const tab of tabs) await tab.wire.answer('tasks/get');
  });
});

test.describe('two tabs that watch one task', () => {
  test.use({ serverArgs: ['--speed', '1'] });

  test('do not double the polls; the second follows, and takes over when the first closes', async ({
    inspector: first,
    newTab,
    server,
  }) => {
    await first.start(server.link);
    const id = await first.callTask('generate_report');
    await expect(first.answer.send).toBeVisible();

    const second = await newTab();
    await second.open(`${server.origin}/?endpoint=${encodeURIComponent(server.endpoint)}&task=${id}`);
    await second.expectConnected();
    await expect(second.timeline.lanes()).toHaveCount(1);
    await second.detail.open('State');
    await expect(second.detail.fact('Polling')).toHaveText('another tab polls; this one follows');

    const polls = (): number => first.wire.count('tasks/get') + second.wire.count('tasks/get');
    const before = polls();
    const mine = second.wire.count('tasks/get');
    const start = performance.now();
    for (let n = 0; n < 4; n += 1) await first.wire.answer('tasks/get');
    const intervals = (performance.now() - start) / 1000;
    expect(polls() - before).toBeLessThanOrEqual(Math.ceil(intervals) + 1);
    expect(second.wire.count('tasks/get')).toBe(mine);

    await first.answer.choice('Yes').check();
    await expect(second.timeline.lane('task').label).toContainText('input_required');
    await expect(second.traffic.rows('sent by another tab').first()).toBeVisible();

    await first.page.close();
    await expect(second.detail.fact('Polling')).toHaveText(/^(?:next in|due now|asking since)/);
    await second.wire.answer('tasks/get');
    await second.detail.open('Answer');
    await second.answer.choice('Yes').check();
    await second.answer.send.click();
    await expect(second.timeline.lane('task').label).toContainText('completed');
  });

  test('the follower shows what the polling tab is told, to the end', async ({
    inspector: first,
    newTab,
    server,
  }) => {
    await first.start(server.link);
    const id = await first.callUntilAsked();
    const second = await newTab();
    await second.open(`${server.origin}/?endpoint=${encodeURIComponent(server.endpoint)}&task=${id}`);
    await expect(second.timeline.lane('task').label).toContainText('input_required');
    await second.detail.open('State');
    await expect(second.detail.fact('Polling')).toHaveText('another tab polls; this one follows');
    const polled = second.wire.count('tasks/get');
    await first.answer.choice('Yes').check();
    await first.answer.send.click();
    await expect(first.timeline.lane('generate_report').label).toContainText('completed');
    await expect(second.timeline.lane('task').label).toContainText('completed');
    await expect(second.detail.fact('Polling')).toHaveText('stopped: ended');
    expect(second.wire.count('tasks/get')).toBe(polled);
    expect(second.wire.count('tasks/update')).toBe(0);
  });
});

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** The scopes of the service workers that this page's origin has. */
function workers(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistrations();
    return found.map(({ scope }) => scope);
  });
}

test('the demo in this page: a task lives through a reload, its traffic is seen, and the service worker goes with it', async ({
  inspector,
  server,
}) => {
  const { answer, detail, page, timeline, traffic, wire } = inspector;
  await inspector.open(server.origin);
  await page.getByRole('button', { name: 'Demo in this page' }).click();
  await inspector.expectConnected();
  expect(await workers(page)).toEqual([`${server.origin}/`]);
  await expect(inspector.endpointUrl).toHaveValue(`${server.origin}/in-page/mcp`);

  await inspector.callTask('generate_report');
  await detail.open('State');
  await detail.button('Push updates').click();
  await expect(detail.fact('Push')).toHaveText(/^listening since/);
  await expect(traffic.rows('notifications/tasks').first()).toContainText('on stream');
  await detail.open('Answer');
  await expect(answer.send).toBeVisible();
  await page.reload();
  await inspector.expectConnected();
  await expect(inspector.resumed).toContainText('1 task');
  await expect(timeline.lane('generate_report').label).toContainText('input_required');
  await answer.choice('Yes').check();
  await answer.send.click();
  await expect(timeline.lane('generate_report').label).toContainText('completed');
  await traffic.rows('tools/call').first().click();
  await detail.open('Headers');
  await expect(detail.root).toContainText('generate_report');
  await expect(detail.root).toContainText(/content-type/i);
  const responses = await Promise.all(wire.sent.map(({ request }) => request.response()));
  // What the reload cut off has none: a poll and the listen at the most.
  const answered = responses.filter((response) => response !== null);
  expect(answered.length).toBeGreaterThanOrEqual(Math.max(6, responses.length - 2));
  expect(answered.map((response) => response.fromServiceWorker())).toEqual(answered.map(() => true));

  const before = wire.sent.length;
  await inspector.connectTo(server.endpoint);
  await inspector.expectConnected();
  await expect.poll(() => workers(page)).toEqual([]);
  const [discover] = wire.sent.slice(before);
  expect((await discover?.request.response())?.fromServiceWorker()).toBe(false);
});

import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { FileServer } from './servers/file-server.ts';

// Made by `npm run build:static` (a step of its own before the e2e tests).
const FOLDER = join(import.meta.dirname, '..', 'dist', 'static');

test('the static build under a path of a plain file server: connect, call, reload in mid-task, answer, complete, in two tabs', async ({
  inspector,
  newTab,
}) => {
  const host = await FileServer.start(FOLDER, '/some/where/');
  const { answer, page } = inspector;
  await inspector.open(host.url);
  await page.getByRole('button', { name: 'Use the demo in this page' }).click();
  await inspector.expectConnected();
  const id = await inspector.callTask('generate_report');
  await page.reload();
  await inspector.expectConnected();
  await expect(inspector.resumed).toContainText('1 task');
  await expect(answer.send).toBeVisible();

  await inspector.view('Settings').click();
  await expect(page).toHaveURL(/\/some\/where\/\?.*#\/settings$/);
  await page.reload();
  await inspector.expectConnected();
  await inspector.view('Tasks and traffic').click();

  // A link to the task, in another tab: the store is the browser's, and one of the tabs works.
  const second = await newTab();
  const link = new URLSearchParams({ endpoint: `${host.url}in-page/mcp`, task: id });
  await second.open(`${host.url}?${link}`);
  await second.expectConnected();
  await expect(second.answer.send).toBeVisible();
  await page.close();
  await second.answer.choice('Yes').check();
  await second.answer.send.click();
  await expect(second.timeline.lanes()).toHaveCount(1);
  await expect(second.timeline.lanes().first()).toContainText('completed');
  expect(host.refused).toEqual([]);
  await host.close();
});

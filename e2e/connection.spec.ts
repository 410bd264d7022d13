import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '10'] });

test('Disconnect disconnects, and nothing is sent until a person connects again', async ({
  page,
  inspector,
  server,
}) => {
  const { wire } = inspector;
  await inspector.start(server.link);
  await page.reload(); // now it has connected by itself
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'not connected' })).toBeVisible();
  const before = wire.count('server/discover');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  expect(wire.count('server/discover')).toBe(before + 1);
});

test('a new recording of a connected page is empty and goes on being usable', async ({
  page,
  inspector,
  server,
}) => {
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('new recording');
  await page.keyboard.press('Enter');
  // A task is alive: its lane would go, so a person is asked first.
  const question = page.getByRole('dialog', { name: 'Start a new recording?' });
  await expect(question).toContainText('1 task of this recording is still alive');
  await question.getByRole('button', { name: 'Start new' }).click();
  await expect(page.getByText('A new recording has begun.')).toBeVisible();
  await expect(page.getByText('No task yet')).toBeVisible();
  await inspector.callUntilAsked();
});

test('an endpoint that hangs can be given up for another one', async ({ page, inspector, server }) => {
  const hanging = createServer((request) => request.resume());
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo;
  await inspector.open(server.link);
  await inspector.connectTo(`http://127.0.0.1:${port}/mcp`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('img', { name: 'not connected' })).toBeVisible();
  // The empty timeline offers the way on.
  await page.getByRole('main').getByRole('button', { name: 'Bundled demo server' }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  hanging.closeAllConnections();
  hanging.close();
});

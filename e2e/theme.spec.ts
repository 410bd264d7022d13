import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** The lightness of the page's ground, 0 to 255. */
function ground(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    const colour = getComputedStyle(document.querySelector('header') ?? document.body).backgroundColor;
    if (canvas === null) return -1;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });
}

test('light, dark and like the system; the choice is kept', async ({ inspector, server }) => {
  const { page } = inspector;
  const theme = page.getByRole('banner').getByRole('group', { name: 'Theme' });
  const choose = (name: string): Promise<void> => theme.getByRole('radio', { name }).check({ force: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspector.open(server.link);
  await expect(theme.getByRole('radio', { name: 'Theme of the system' })).toBeChecked();
  expect(await ground(page)).toBeLessThan(80);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => ground(page)).toBeGreaterThan(200);

  await choose('Dark theme');
  await expect.poll(() => ground(page)).toBeLessThan(80);
  await page.reload();
  await expect(theme.getByRole('radio', { name: 'Dark theme' })).toBeChecked();
  expect(await ground(page)).toBeLessThan(80);

  await inspector.view('Settings').click();
  await page
    .getByRole('region', { name: 'Theme' })
    .getByRole('radio', { name: 'Light' })
    .check({ force: true });
  await expect.poll(() => ground(page)).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground(page), 'a chosen theme does not follow the system').toBeGreaterThan(200);
  await page
    .getByRole('region', { name: 'Theme' })
    .getByRole('radio', { name: 'Like the system' })
    .check({ force: true });
  await expect.poll(() => ground(page)).toBeLessThan(80);
});

test('a chosen theme is shown alike in the header and in the settings', async ({ inspector, server }) => {
  const { page } = inspector;
  await inspector.open(server.link);
  await inspector.view('Settings').click();
  await page
    .getByRole('region', { name: 'Theme' })
    .getByRole('radio', { name: 'Dark' })
    .check({ force: true });
  await expect(page.getByRole('banner').getByRole('radio', { name: 'Dark theme' })).toBeChecked();
});

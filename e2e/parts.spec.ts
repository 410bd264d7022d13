import { expect, test } from './fixtures.ts';

test.use({ expectFailedLoads: true });

test('code that does not come, for lack of the file or of the connection: its view says so, the rest works, and loading again mends it', async ({
  inspector,
  server,
  conduct,
}) => {
  const { page, problem, timeline } = inspector;
  await page.route(/\/assets\/DiscoverPage-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(/\/assets\/SettingsPage-[^/]*\.js$/, (route) => route.abort('connectionreset'));
  await inspector.start(server.link);
  for (const view of ['Discovery', 'Settings'] as const) {
    await inspector.view(view).click();
    await expect(problem).toContainText('This part of the page could not be shown.');
    await expect(problem).toContainText('nothing recorded is lost');
    await inspector.view('Compose').click();
    await expect(page.getByRole('heading', { name: 'Compose a message' })).toBeVisible();
    await expect(problem).toBeHidden();
  }
  await inspector.view('Tasks and traffic').click();
  await inspector.callTask('slow_compute', 600);
  await inspector.view('Settings').click();
  await page.unrouteAll({ behavior: 'wait' });
  await problem.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await inspector.view('Tasks and traffic').click();
  await expect(timeline.lanes('slow_compute')).toHaveCount(1);
  // The browser says it, too; nothing else has gone wrong.
  const said = conduct.errors.splice(0);
  expect(said.filter((text) => !text.includes('dynamically imported module'))).toEqual([]);
});

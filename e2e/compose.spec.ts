import { axe, expect, test } from './fixtures.ts';
import { Compose } from './pages/compose.ts';

// Refusals are what is wanted here; Chromium logs each as a failed load.
test.use({ expectFailedLoads: true });

const BREAKS = [
  'Leave out _meta',
  'Leave out the tasks extension',
  'Ask for version',
  'Send a wrong Mcp-Name',
  'Use the id of the last request again',
  'Leave out the id: a notification',
  'Break the JSON',
];

test('any message: by form or as text, with one thing broken on purpose, judged by its rule', async ({
  inspector,
  server,
}) => {
  test.slow();
  const { page, traffic, timeline, detail, options, wire } = inspector;
  const compose = new Compose(page);
  await inspector.start(server.link);
  await inspector.view('Compose').click();

  await test.step('a call by the form of its tool becomes a task with a lane', async () => {
    await compose.method.fill('tools/call');
    await compose.tool.selectOption('generate_report');
    await expect(compose.header('Mcp-Name')).toHaveValue('generate_report');
    await expect(compose.root).toContainText('= params.name ✓ agrees');
    await compose.send.click();
    await expect(compose.outcome).toContainText('As it must be: HTTP 200');
    await expect(compose.rules.filter({ hasText: 'fail' })).toHaveCount(0);
    expect(await axe(page)).toEqual([]);
  });

  await test.step('each thing that is broken is answered as its rule wants', async () => {
    for (const label of BREAKS) {
      await compose.break(label).check();
      await compose.send.click();
      await expect(compose.outcome.getByRole('heading').first(), label).toContainText(/^As it must be/);
      await expect(compose.outcome).toContainText(label);
      await expect(compose.rules.first()).toContainText('pass');
    }
    await expect(compose.break('Come from a foreign Origin')).toBeDisabled();
    await compose.break('Nothing').check();
  });

  await test.step('an address leads here again', async () => {
    await expect(page).toHaveURL(/\/compose\?.*about=tools%2Fcall\+generate_report/);
    await page.reload();
    await inspector.expectConnected();
    await expect(compose.tool).toHaveValue('generate_report');
  });

  await test.step('text is sent as it is typed, and single letters are letters', async () => {
    await compose.as('Text of the message').check({ force: true });
    await compose.editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('{"w?f":9007199254740993,"w?f":1.0, "id":"t/1","jsonrpc":"2.0",');
    await page.keyboard.type('"method":"tools/call","params":{"name":"lookup_glossary"}}');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(compose.outcome).toContainText('HTTP 400');
    expect(wire.last('tools/call').text).toBe(
      '{"w?f":9007199254740993,"w?f":1.0, "id":"t/1","jsonrpc":"2.0","method":"tools/call","params":{"name":"lookup_glossary"}}',
    );
    expect(await axe(page)).toEqual([]);
  });

  await test.step('it stands in the traffic as composed, and can be edited and sent again', async () => {
    await compose.outcome.getByRole('button', { name: 'Show the message' }).click();
    await expect(timeline.lanes('generate_report')).toHaveCount(2);
    // However many polls there were: the list holds what is in view alone.
    await traffic.filter.fill('tools/call');
    await traffic
      .rows(/tools\/call.*generate_report.*composed/)
      .first()
      .click();
    await detail.button('Edit and send again').click();
    await expect(compose.editor).toContainText('generate_report');
    await compose.header('Mcp-Method').fill('tools/list');
    await expect(compose.root).toContainText('differs from the body');
    await compose.send.click();
    await expect(compose.outcome).toContainText('error');
    expect(wire.last('tools/call').headers['mcp-method']).toBe('tools/list');
  });

  await test.step('through the bridge even a foreign Origin is sent, and refused', async () => {
    await options.open();
    await options.way('Through the bridge').check({ force: true });
    await options.save.click();
    await expect(options.chip('bridged')).toBeVisible();
    await compose.break('Come from a foreign Origin').check();
    await expect(compose.header('Origin')).toHaveValue('http://foreign.example');
    await compose.send.click();
    await expect(compose.outcome).toContainText('As it must be: HTTP 403');
  });
});

test.describe('390 px', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    contextOptions: { reducedMotion: 'reduce', colorScheme: 'dark' },
  });

  test('Compose is one column in the dark, with everything in reach', async ({ inspector, server }) => {
    const { page } = inspector;
    const compose = new Compose(page);
    await inspector.start(server.link);
    await page.goto(
      `${server.origin}/compose?endpoint=${encodeURIComponent(server.endpoint)}&about=tasks%2Fget`,
    );
    await inspector.expectConnected();
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Server' }).click();
    await inspector.view('Compose').click();
    await expect(compose.method).toBeVisible();
    await compose.as('Text of the message').check({ force: true });
    await expect(compose.editor).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axe(page)).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download } from 'playwright/test';
import { browserArgs, findBrowser } from '../.ci/browser.mjs';
import { expect, listWire, test, watch } from './fixtures.ts';
import { Inspector } from './pages/inspector.ts';

test.use({ serverArgs: ['--speed', '10'] });

/** Saves the one recording of the list in a format. @returns the text of the file */
async function exported({ page }: Inspector, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: /^Export Recording of/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the recording' });
  await dialog.getByRole('radio', { name: format }).check();
  const saved: Promise<Download> = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const download = await saved;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('a recording made in one browser opens in another with the same lanes, changes and cursor; the exported spec runs green', async ({
  inspector,
  server,
  browser,
  conduct,
}) => {
  test.slow();
  const { page, answer, timeline, detail } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.choice('Yes').check();
  await answer.send.click();
  await expect(timeline.lane('generate_report').label).toContainText('completed');
  await detail.open('State');
  const lane = await timeline.lane('generate_report').label.textContent();
  await detail.open('Changes');
  await expect(detail.root).toContainText('Snapshot at');
  const changes = /Snapshot at.*/s.exec((await detail.root.textContent()) ?? '')?.[0] ?? '';
  await timeline.lane('generate_report').marks('question').first().click();
  await page.keyboard.press('c');
  await expect(timeline.lane('generate_report').label).toContainText('input_required');
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/^\d/);
  const moment = {
    at: new URL(page.url()).searchParams.get('at') ?? '',
    lane: (await timeline.lane('generate_report').label.textContent()) ?? '',
    reading: (await timeline.cursor.slider.getAttribute('aria-valuetext')) ?? '',
  };
  await page.keyboard.press('n');
  await expect(timeline.cursor.bar).toBeHidden();
  await inspector.view('Recordings').click();
  const recording = await exported(inspector, 'Recording');
  const har = await exported(inspector, 'HAR 1.2');
  const spec = await exported(inspector, 'Playwright spec');
  expect(recording.name).toMatch(/\.taskscope\.ndjson$/);
  expect(spec.name).toMatch(/\.spec\.mjs$/);

  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), '.cache/replay-'));
  try {
    writeFileSync(join(folder, spec.name), spec.text.replace('@playwright/test', 'playwright/test'));
    const launchOptions = { executablePath: findBrowser(), args: browserArgs() };
    const config = { workers: 1, reporter: 'line', outputDir: './results', use: { launchOptions } };
    writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
    const cli = join(process.cwd(), 'node_modules/playwright/cli.js');
    const ran = await promisify(execFile)(process.execPath, [cli, 'test', '--config', folder], {
      cwd: folder,
    });
    expect(ran.stdout).toContain('1 passed');
  } finally {
    rmSync(folder, { recursive: true });
  }

  for (const { name, text } of [recording, har]) {
    const other = await browser.newContext({ reducedMotion: 'reduce' });
    await listWire(other);
    const there = new Inspector(await other.newPage());
    await watch(there.page, conduct);
    const sent: string[] = [];
    there.page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await there.open(`${server.origin}/recordings`);
    await there.page
      .getByLabel('File of a recording or a HAR')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const banner = there.page.getByRole('region', { name: 'Recording', exact: true });
    await expect(banner).toContainText('Imported, nothing is sent.');
    const copy = there.timeline.lane('generate_report');
    await expect(copy.label).toHaveText(lane ?? '');
    await copy.label.click();
    await there.detail.open('Changes');
    await expect(there.detail.root).toContainText(changes);
    await there.detail.open('State');
    await expect(there.page.getByRole('button', { name: 'Poll now' })).toBeDisabled();
    await expect(there.traffic.rows('tasks/update')).toHaveCount(1);
    if (name === recording.name) {
      const address = new URL(there.page.url());
      address.searchParams.set('at', moment.at);
      await there.open(address.href);
      await expect(there.timeline.cursor.slider).toHaveAttribute('aria-valuetext', moment.reading);
      await expect(copy.label).toHaveText(moment.lane);
    }
    expect(sent).toEqual([]);
    await banner.getByRole('link', { name: 'Back to live' }).click();
    await expect(banner).toBeHidden();
    await other.close();
  }
  await page.reload();
  await expect(inspector.page.getByRole('region', { name: 'Stored recordings' })).toContainText('this one');
});

test('attack 17: a recording that a link names is fetched only after a yes to its host', async ({
  inspector,
  server,
}) => {
  const { page } = inspector;
  const asked: string[] = [];
  await page.route('**/there.ndjson*', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ body: 'no recording at all', contentType: 'text/plain' });
  });
  const target = `${server.origin}/there.ndjson?token=canary-token&x=1`;
  await inspector.open(`${server.origin}/?recording=${encodeURIComponent(target)}`);
  const bar = page.getByRole('region', { name: 'A link names a recording' });
  await expect(bar.locator('b')).toHaveText(new URL(server.origin).host);
  expect(page.url()).not.toContain('canary');
  expect(asked).toEqual([]);
  await bar.getByRole('button', { name: /^Fetch it from/ }).click();
  await expect(page.getByRole('alert')).toContainText('This is no Taskscope recording.');
  expect(asked).toEqual([`${server.origin}/there.ndjson?x=1`]);
});

#!/usr/bin/env node
// `npm run bench:ui`: measures what the page promises of its speed, in the built product and in Chromium, and writes its section of
// docs/performance.md. Ends with 1 where a promise is missed. Takes about two minutes; no part of `npm test`.
//   node .ci/bench-ui/run.mjs --messages 20000    fewer messages; the document is not written
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserArgs, findBrowser } from '../browser.mjs';
import { section } from './document.mjs';
import { scrolled, typed } from './page.mjs';
import { writeRecording } from './recording.mjs';

const repo = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({ options: { messages: { type: 'string' } } });
const messages = Number(values.messages ?? 100_000);
const TEXT = 'status:input_required step';

const data = mkdtempSync(join(tmpdir(), 'taskscope-bench-ui-'));
const figures = [];
const notes = [];
/** @param most a figure above it is a miss */
function figure(what, unit, most, value, why) {
  const met = value <= most;
  figures.push({ what, unit, most, value, met, why });
  console.log(`${met ? '✓' : '✗'} ${what}: ${value.toFixed(2)} ${unit}, at most ${most}`);
}

async function serve() {
  const cli = join(repo, 'dist/server/cli.js');
  const child = spawn(process.execPath, [cli, '--no-open', '--port', '0', '--data', join(data, 'store')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const link = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /http:\/\/\S+#key=\S+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server ended:\n${printed}`)));
  });
  return { child, origin: new URL(link).origin };
}

const { child, origin } = await serve();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...browserArgs(), '--enable-precise-memory-info'],
});
try {
  const file = join(data, 'bench.taskscope.ndjson');
  const { raw, events } = await writeRecording(file, messages);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const devtools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.addInitScript(() => localStorage.setItem('taskscope.traffic', 'wire'));
  await page.goto(`${origin}/recordings`);
  await page.getByLabel('File of a recording or a HAR').waitFor({ state: 'attached' });
  const empty = await heap();
  const begun = Date.now();
  await page.getByLabel('File of a recording or a HAR').setInputFiles(file);
  await page.getByRole('region', { name: 'Recording', exact: true }).waitFor({ timeout: 120_000 });
  await page.getByRole('treegrid', { name: 'Messages on the wire' }).waitFor({ timeout: 120_000 });
  notes.push(
    `${messages} messages (${events} events, ${(raw / 1e6).toFixed(1)} MB of bodies) were imported and shown in ${((Date.now() - begun) / 1000).toFixed(1)} s.`,
  );
  await page.evaluate(typed, 'ab'); // the first letters find code that was never run
  await page.evaluate(() => document.querySelector('[aria-label="Filter the traffic"]').blur());
  // The promise is of the last key: what is typed before it is on its way, and each letter is told in the notes.
  const lasts = [];
  let letters = [];
  let hidden = '';
  for (let round = 0; round < 3; round += 1) {
    ({ took: letters, hidden } = await page.evaluate(typed, TEXT));
    lasts.push(letters.at(-1));
    await page.evaluate(typed, ' ');
  }
  if (!/hidden by the filter/.test(hidden)) throw new Error(`the filter hid nothing: ${hidden}`);
  const slowest = Math.max(...letters);
  const median = [...letters].sort((x, y) => x - y)[letters.length >> 1];
  notes.push(
    `The filter \`${TEXT}\` was typed letter by letter; key to paint: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms (after \`${TEXT.slice(0, letters.indexOf(slowest) + 1)}\`); ${hidden}.`,
  );
  figure(
    'a filter, from its last key to the paint, the slowest of 3',
    'ms',
    50,
    Math.max(...lasts),
    'All messages are matched anew with each key.',
  );
  await page.evaluate(typed, ' ');
  const ratios = [];
  for (let round = 0; round < 3; round += 1) {
    const plain = await page.evaluate(scrolled, 'plain');
    const ours = await page.evaluate(scrolled, 'ours');
    ratios.push({ plain, ours, ratio: ours / plain });
  }
  ratios.sort((a, b) => a.ratio - b.ratio);
  const middle = ratios[1];
  notes.push(
    `Scrolling, p95 of the time between frames: ${middle.ours.toFixed(1)} ms, a plain list of drawn rows ${middle.plain.toFixed(1)} ms.`,
  );
  figure(
    'scrolling to a plain static list, p95 of a frame',
    '×',
    1.5,
    middle.ratio,
    'Rows are drawn while they come into view.',
  );
  const used = (await heap()) - empty;
  notes.push(`Heap after a forced collection, beyond the empty page: ${(used / 1e6).toFixed(0)} MB.`);
  figure(
    'heap to the raw bytes of the bodies',
    '×',
    1.2,
    used / raw,
    'The folded state holds an object for each exchange and frame, and the events that were read to import them stay for the export.',
  );
  await page.close();
} finally {
  await browser.close();
  child.kill();
  rmSync(data, { recursive: true, force: true });
}
for (const note of notes) console.log(`    ${note}`);
if (values.messages === undefined) section(join(repo, 'docs/performance.md'), figures, notes);
process.exitCode = figures.every(({ met }) => met) ? 0 : 1;

#!/usr/bin/env node
// `npm run bench:server`: measures what the demo server promises of its speed, each against something in the same run, and writes
// docs/performance.md. Ends with 1 where a promise is missed. Takes a few minutes; no part of `npm test`.
//   node .ci/bench/run.mjs --only get,creates    some parts; the document is not written
//   node .ci/bench/run.mjs --rounds 9            more rounds (5 unless given)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { kept } from '../bench-ui/document.mjs';
import { matchesLock } from '../ensure.mjs';
import { documentOf } from './document.mjs';
import { shown } from './figures.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 5);

function install() {
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  const lock = read(join(here, 'package-lock.json'));
  if (matchesLock(lock, read(join(here, 'node_modules/.package-lock.json')))) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const done = spawnSync('npm', args, { cwd: here, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error(`npm ci in .ci/bench failed:\n${done.stdout}${done.stderr}`);
}

install();
const { loadParts } = await import('./parts.mjs');
const parts = await loadParts();
const measures = {
  get: async (dir) => (await import('./get.mjs')).measureGet(dir, rounds),
  creates: async (dir) => (await import('./creates.mjs')).measureCreates(dir, rounds),
  transition: async (dir) => (await import('./transition.mjs')).measureTransition(dir, rounds, parts),
  live: async (dir) => (await import('./live.mjs')).measureLive(dir),
  finished: async (dir) => (await import('./finished.mjs')).measureFinished(dir, rounds, parts),
};
const only = values.only?.split(',') ?? Object.keys(measures);
const unknown = only.filter((name) => measures[name] === undefined);
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}
const loadBefore = loadavg();
const data = mkdtempSync(join(tmpdir(), 'taskscope-bench-'));
const done = [];
try {
  for (const name of only) {
    const dir = join(data, name);
    mkdirSync(dir);
    const part = await measures[name](dir);
    rmSync(dir, { recursive: true, force: true });
    done.push(part);
    for (const { what, middle, least, greatest, unit, target, most, met } of part.figures) {
      const goal = `${most ? 'at most' : 'at least'} ${target} ${unit}`;
      console.log(
        `${met ? '✓' : '✗'} ${what}: ${shown(middle)} (${shown(least)} to ${shown(greatest)}), ${goal}`,
      );
    }
    for (const note of part.notes) console.log(`    ${note}`);
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}
if (values.only === undefined) {
  const file = join(here, '../../docs/performance.md');
  writeFileSync(file, documentOf(done, rounds, loadBefore) + kept(file));
}
process.exitCode = done.every(({ figures }) => figures.every(({ met }) => met)) ? 0 : 1;

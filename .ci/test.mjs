#!/usr/bin/env node
// `npm test`: every step in order, each with its time and outcome, to the end; a failing step shows all that it printed.
//   node .ci/test.mjs --only lint,types,unit     some steps (`npm run check` names its own)
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closingLine, countPlaywright, countVitest, judge, sum } from './count.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(repo, '.cache/test');
const biome = 'node_modules/@biomejs/biome/bin/biome';
const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/playwright/cli.js';

/** A step whose exit code is its outcome, counted as one. */
const gate = (name, args, needs) => ({ name, args, needs });

/** What takes about one core: two of the same round run at a time, each begun when one before it has ended. */
const beside = (round, step) => ({ ...step, round });
const SOURCES = 'sources'; // needs nothing but the sources
const BUILT = 'built'; // needs the build

/** A step of Vitest projects, counted by its report. */
function suite(name, projects) {
  const report = join(reports, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, args: [vitest, 'run', ...chosen, ...output], report, count: countVitest };
}

const officialReport = join(reports, 'official.json');
const clientReport = join(reports, 'official-client.json');
const e2eReport = join(reports, 'e2e.json');
const counted = (name, args, report) => ({ name, args, report, count: (counts) => counts, needs: ['build'] });
const steps = [
  // The longest first, so that both cores end at about the same time.
  beside(SOURCES, suite('unit', ['unit'])),
  beside(SOURCES, gate('types', ['.ci/types.mjs'])),
  beside(SOURCES, suite('dom', ['unit:dom'])),
  beside(SOURCES, gate('lint', [biome, 'check', '--error-on-warnings', '--max-diagnostics=200', '.'])),
  beside(SOURCES, gate('house', ['.ci/house.mjs'])),
  beside(SOURCES, gate('bans', ['.ci/bans.mjs'])),
  beside(SOURCES, gate('requirements', ['.ci/requirements.mjs'])),
  beside(SOURCES, suite('heavy', ['heavy'])),
  beside(SOURCES, suite('gates', ['gates'])),
  gate('build', ['.ci/build.mjs']),
  gate('budget', ['.ci/budget.mjs'], ['build']),
  gate('static', ['.ci/build.mjs', '--static']),
  gate('browser', ['.ci/browser.mjs'], ['build']),
  beside(BUILT, suite('process', ['process'])),
  beside(BUILT, suite('conformance', ['protocol'])),
  beside(
    BUILT,
    counted('official-client', ['.ci/official-client.mjs', '--report', clientReport], clientReport),
  ),
  beside(BUILT, counted('official', ['.ci/official.mjs', '--report', officialReport], officialReport)),
  beside(BUILT, gate('clients', ['.ci/clients.mjs'], ['build'])),
  beside(BUILT, gate('pack', ['.ci/pack.mjs'], ['build'])),
  {
    name: 'e2e',
    args: [playwright, 'test'],
    report: e2eReport,
    count: countPlaywright,
    needs: ['build', 'static', 'browser'],
  },
];

function run(args, env) {
  return new Promise((done) => {
    // A roomy young generation: the compiler alone needs a fifth less processor time with it.
    const child = spawn(process.execPath, ['--max-semi-space-size=64', ...args], {
      cwd: repo,
      env: { ...process.env, ...env },
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code) => done({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

function outcome(step, code) {
  if (!step.count) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  const none = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(step.report)) return judge(none, code);
  return judge(step.count(JSON.parse(readFileSync(step.report, 'utf8'))), code);
}

const flag = process.argv.indexOf('--only');
const only = flag < 0 ? undefined : (process.argv[flag + 1] ?? '').split(',');
const unknown = (only ?? []).filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step ${unknown.join(', ')}; there are ${steps.map((step) => step.name).join(', ')}`);
  process.exit(2);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const begun = Date.now();
const results = new Map();
const env = { TASKSCOPE_E2E_JSON: e2eReport };

/** Runs one step and prints what came of it. */
async function make(step) {
  const broken = (step.needs ?? []).filter((name) => results.get(name)?.failed);
  if (broken.length > 0) {
    results.set(step.name, { passed: 0, failed: 1, skipped: 0 });
    console.log(`- ${step.name.padEnd(12)} not run, since ${broken.join(' and ')} failed`);
    return;
  }
  const start = Date.now();
  const { code, output } = await run(step.args, env);
  const counts = outcome(step, code);
  results.set(step.name, counts);
  if (step.name === 'browser' && code === 0) env.TASKSCOPE_CHROMIUM = output.trim().split('\n').at(-1);
  const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(6);
  const mark = counts.failed > 0 ? '✗' : '✓';
  console.log(`${mark} ${step.name.padEnd(12)} ${seconds} s  ${closingLine(counts)}`);
  if (counts.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  else if (!step.count) console.log(`    ${output.trim().split('\n').at(-1) ?? ''}`);
}

const wanted = steps.filter((step) => !only || only.includes(step.name));

/** Two at a time, in order. */
async function makeBeside(queue) {
  const turn = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await make(step);
  };
  await Promise.all([turn(), turn()]);
}

for (const [at, step] of wanted.entries()) {
  if (!step.round) await make(step);
  else if (wanted[at - 1]?.round !== step.round)
    await makeBeside(wanted.filter(({ round }) => round === step.round));
}

const total = sum(results.values());
console.log(`\nall steps: ${((Date.now() - begun) / 1000).toFixed(0)} s`);
console.log(closingLine(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

#!/usr/bin/env node
// `npm run mutations`: makes every change of docs/requirements-mutations.json and docs/attacks-mutations.json on a copy of the tree, one at
// a time, runs the tests that it names, and demands that one of them fails. Takes minutes (a test of the browser takes a build); no part
// of `npm test`.
//   node .ci/mutations.mjs --only R3,R42     the changes of some numbers (attacks are A1 to A18)
//   node .ci/mutations.mjs --workers 2       as many copies at a time (1 unless given)
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAttacks } from './attacks.mjs';
import { listed } from './house.mjs';
import { isSpec, readAll, runFile, testsFor } from './requirements.mjs';
import { isNamed } from './test-names.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
/** A mutant that hangs is stopped after this long, ms, and counts as red. */
const LONGEST = 120_000;

/** A copy of what git lists, with this tree's packages. */
export function copyTree(root = repo) {
  const copy = mkdtempSync(join(tmpdir(), 'taskscope-mutations-'));
  for (const file of listed(root, ['.']).filter((name) => !name.startsWith('node_modules'))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  if (existsSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** What runs now. Each is the head of a process group, since Vitest's workers outlive a parent that is killed. */
const running = new Set();

/** Starts node with a process group of its own. */
export function startGroup(args, cwd, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: process.platform !== 'win32',
  });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

/** Ends a process of `startGroup` with all that it started. */
export function endGroup(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Runs tests of some files whose names fit a pattern: by Vitest, or on a build of the copy by Playwright. */
async function runTests(cwd, files, pattern) {
  const specs = files.filter(isSpec);
  const others = files.filter((file) => !isSpec(file));
  const first = others.length === 0 ? { timedOut: false, ran: [] } : await vitest(cwd, others, pattern);
  if (specs.length === 0) return first;
  const second = await playwright(cwd, specs, pattern);
  return { timedOut: first.timedOut || second.timedOut, ran: [...first.ran, ...second.ran] };
}

const ended = (child) => new Promise((done) => child.on('close', done));

/** A build that fails is red as well: it has no result, which says that no test of that name ran. */
async function playwright(cwd, specs, pattern) {
  if ((await ended(startGroup(['.ci/build.mjs', '--no-types'], cwd))) !== 0)
    return { timedOut: false, ran: [] };
  const report = join(cwd, '.mutation-e2e.json');
  rmSync(report, { force: true });
  const args = [join(cwd, 'node_modules/playwright/cli.js'), 'test', ...specs, '--workers=1'];
  if (pattern !== undefined) args.push('-g', pattern);
  await ended(startGroup(args, cwd, { TASKSCOPE_E2E_JSON: report }));
  if (!existsSync(report)) return { timedOut: false, ran: [] };
  const inside = ({ file, specs: own = [], suites = [] }) => [
    ...own.map(({ title, ok }) => ({ title, file: `e2e/${file}`, status: ok ? 'passed' : 'failed' })),
    ...suites.flatMap(inside),
  ];
  return { timedOut: false, ran: JSON.parse(readFileSync(report, 'utf8')).suites.flatMap(inside) };
}

function vitest(cwd, files, pattern) {
  const report = join(cwd, '.mutation-report.json');
  rmSync(report, { force: true });
  const args = [join(cwd, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '--maxWorkers=1'];
  if (pattern !== undefined) args.push('-t', pattern);
  args.push('--reporter=json', `--outputFile=${report}`);
  return new Promise((done) => {
    const child = startGroup(args, cwd);
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        endGroup(child);
      },
      LONGEST * (pattern === undefined ? 10 : 1),
    );
    child.on('close', () => {
      clearTimeout(timer);
      const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
      const ran = results.flatMap(({ name, assertionResults }) =>
        assertionResults.map((one) => ({ ...one, file: name })),
      );
      done({ timedOut, ran: ran.filter(({ status }) => status === 'passed' || status === 'failed') });
    });
  });
}

/** The named tests among those that ran. */
const meant = (mutation, ran) => ran.filter(({ title }) => isNamed(title, mutation.test));

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * @param run the file that its test is in
 * @param runner runs the tests of some files whose names fit a pattern: for tests of this very function
 * @returns why the mutation does not do what it says, or undefined where its test turns red
 */
export async function survives(copy, mutation, run, runner = runTests) {
  const file = join(copy, mutation.file);
  const before = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    before.replace(mutation.find, () => mutation.replace),
  );
  try {
    const { timedOut, ran } = await runner(copy, [run], escaped(mutation.test));
    if (timedOut) return undefined;
    const named = meant(mutation, ran);
    if (named.length === 0) return `no test of that name ran in ${run} (does the mutant load?)`;
    return named.some(({ status }) => status === 'failed') ? undefined : 'its test stays green';
  } finally {
    writeFileSync(file, before);
  }
}

/** The named tests must be green without any change. */
async function greenBefore(copy, chosen) {
  const { ran } = await runTests(copy, [...new Set(chosen.map(({ run }) => run))]);
  return chosen.flatMap(({ mutation, run }) => {
    const named = meant(
      mutation,
      ran.filter(({ file }) => file.endsWith(run)),
    );
    if (named.length > 0 && named.every(({ status }) => status === 'passed')) return [];
    return [
      `${mutation.requirement} "${mutation.mutation}": its test is not green in ${run} without the change`,
    ];
  });
}

async function main(args) {
  const value = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const only = value('--only')?.split(',');
  const { mutations, tests } = readAll();
  const short = (requirement) => requirement.replace('attack ', 'A');
  const chosen = [...mutations, ...readAttacks().mutations]
    .filter(({ requirement }) => only === undefined || only.includes(short(requirement)))
    .map((mutation) => ({ mutation, run: runFile(mutation, tests) }));
  const lost = chosen.find(
    ({ mutation, run }) => run === undefined || testsFor(mutation, tests).length === 0,
  );
  if (lost !== undefined || chosen.length === 0)
    throw new Error('nothing to run, or a mutation without a test: see node .ci/requirements.mjs');
  const copies = Array.from({ length: Math.max(1, Number(value('--workers') ?? 1)) }, () => copyTree());
  const problems = [];
  try {
    problems.push(...(await greenBefore(copies[0], chosen)));
    for (const problem of problems) console.error(`✗ ${problem}`);
    const queue = problems.length === 0 ? [...chosen] : [];
    const work = async (copy) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { mutation, run } = next;
        const why = await survives(copy, mutation, run);
        const label = `${mutation.requirement} ${mutation.mutation}`;
        console.log(why === undefined ? `✓ ${label}` : `✗ ${label}: ${why}`);
        if (why !== undefined) problems.push(label);
      }
    };
    await Promise.all(copies.map(work));
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  console.log(`mutations: ${chosen.length} made, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // Groups of their own do not hear the terminal's interrupt.
  process.on('exit', () => running.forEach(endGroup));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.on(signal, () => process.exit(code));
  process.exitCode = await main(process.argv.slice(2));
}

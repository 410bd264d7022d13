#!/usr/bin/env node
// The clients of others: installs those of .ci/clients/package.json if they are missing, starts the built command on a free port, and runs
// each client's script against it. They are called by path and are no packages of ours.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { matchesLock } from './ensure.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(repo, '.ci/clients');
const SCRIPTS = ['sdk.mjs', 'ext-tasks.mjs', 'mcpc.mjs'];
/** A script that hangs is ended after this long, ms. */
const LONGEST = 120_000;

function install() {
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  const lock = read(join(folder, 'package-lock.json'));
  if (matchesLock(lock, read(join(folder, 'node_modules/.package-lock.json')))) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const done = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error(`npm ci in .ci/clients failed:\n${done.stdout}${done.stderr}`);
}

/** The built command on a free port, with a data folder of its own. */
function start(data) {
  const args = [
    join(repo, 'dist/server/cli.js'),
    '--port',
    '0',
    '--no-open',
    '--data',
    data,
    '--speed',
    '20',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const origin = new Promise((done, fail) => {
    let output = '';
    const read = (chunk) => {
      output += chunk;
      const found = /^(http:\/\/127\.0\.0\.1:\d+)\/\S*#key=/m.exec(output)?.[1];
      if (found) done(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => fail(new Error(`the command ended with ${code}:\n${output}`)));
  });
  return { child, origin };
}

function run(script, origin) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(folder, script), origin], { cwd: folder });
    let output = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code, output });
    });
  });
}

install();
const data = mkdtempSync(join(tmpdir(), 'taskscope-clients-'));
const { child, origin } = start(data);
try {
  const at = await origin;
  let passed = 0;
  let failed = 0;
  let untried = 0;
  for (const script of SCRIPTS) {
    const { code, output } = await run(script, at);
    process.stdout.write(output);
    const good = output.match(/^✓/gm)?.length ?? 0;
    const bad = output.match(/^✗/gm)?.length ?? 0;
    const none = output.match(/^- .*: not tried: /gm)?.length ?? 0;
    passed += good;
    untried += none;
    // A script that ends early, or checks nothing and does not say why, has failed.
    failed += Math.max(bad, code === 0 && good + none > 0 ? 0 : 1);
  }
  console.log(
    `clients: ${passed} checks passed, ${failed} failed, ${untried} of ${SCRIPTS.length} clients not tried`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  const ended = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
}

#!/usr/bin/env node
// The pack check: the tarball has what package.json names, installs elsewhere without the optional parts, type-checks
// for a user of it, and its command serves the page and answers server/discover.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8'));
const VERSION = '2026-07-28';

function run(command, args, cwd) {
  const windows = process.platform === 'win32';
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', shell: windows });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed:\n${done.stdout ?? ''}${done.stderr ?? ''}`);
  return done.stdout;
}

/** Every file that `bin` and `exports` name. */
function named(value) {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return Object.values(value).flatMap(named);
}

function install(tarball, folder) {
  writeFileSync(join(folder, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }\n');
  const args = ['install', '--omit=optional', '--no-audit', '--no-fund', tarball];
  const windows = process.platform === 'win32';
  const offline = spawnSync('npm', [...args, '--offline'], { cwd: folder, shell: windows });
  if (offline.status !== 0) run('npm', [...args, '--prefer-offline'], folder);
}

function checkImports(folder) {
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createDemoServer } from 'taskscope';\nimport * as testing from 'taskscope/testing';\nexport const parts: [typeof createDemoServer, typeof testing] = [createDemoServer, testing];\n`,
  );
  const tsc = join(repo, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom'];
  run(process.execPath, [tsc, ...flags, 'use.ts'], folder);
  const code =
    "const [a, b] = await Promise.all([import('taskscope'), import('taskscope/testing')]);" +
    "if (typeof a.createDemoServer !== 'function' || Object.keys(b).length === 0) process.exit(1);";
  run(process.execPath, ['--input-type=module', '-e', code], folder);
}

/** Runs the example of docs/testing.md as it stands there: the first block of JavaScript. */
function checkExample(folder) {
  const text = readFileSync(join(repo, 'docs/testing.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(text)?.[1];
  if (example === undefined) throw new Error('docs/testing.md has no example');
  writeFileSync(join(folder, 'example.mjs'), example);
  const printed = run(process.execPath, ['example.mjs'], folder);
  if (!printed.includes('seen: working, true: completed'))
    throw new Error(`the example of docs/testing.md printed:\n${printed}`);
}

/** Starts the command and gives its address, read from what it prints. */
function start(folder) {
  const bin = join(folder, 'node_modules/.bin/taskscope');
  const args = ['--port', '0', '--no-open', '--data', join(folder, 'data')];
  const child = spawn(bin, args, { cwd: folder, shell: process.platform === 'win32' });
  let output = '';
  const address = new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no address within 15 s; it printed:\n${output}`)), 15_000);
    const read = (chunk) => {
      output += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (!found) return;
      clearTimeout(timer);
      done(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', fail);
    child.on('exit', (code) => fail(new Error(`the command ended with ${code}; it printed:\n${output}`)));
  });
  return { child, address };
}

async function checkServer(origin) {
  const page = await fetch(`${origin}/`);
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<script'))
    throw new Error(`GET / gave ${page.status}:\n${html}`);
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? '';
  const loaded = await fetch(new URL(script, origin));
  await loaded.arrayBuffer();
  if (loaded.status !== 200) throw new Error(`GET ${script} gave ${loaded.status}`);
  const name = 'io.modelcontextprotocol';
  const meta = {
    [`${name}/protocolVersion`]: VERSION,
    [`${name}/clientCapabilities`]: {},
    [`${name}/clientInfo`]: { name: 'pack-check', version: manifest.version },
  };
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'server/discover',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } }),
  });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes(VERSION))
    throw new Error(`server/discover gave ${answer.status}:\n${text}`);
}

const ended = (child) => new Promise((done) => child.on('exit', (code, signal) => done(code ?? signal)));

const folder = mkdtempSync(join(tmpdir(), 'taskscope-pack-'));
try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], repo));
  const inside = new Set(packed.files.map((file) => file.path));
  const absent = [
    ...named(manifest.bin),
    ...named(manifest.exports),
    'dist/app/index.html',
    'LICENSE',
  ].filter((file) => !inside.has(file));
  if (absent.length > 0) throw new Error(`the tarball lacks ${absent.join(', ')}`);
  const odd = [...inside].filter((file) => /\.(test|suite)\.|\.tsbuildinfo$|dist\/\.built/.test(file));
  if (odd.length > 0) throw new Error(`the tarball has what no user needs: ${odd.join(', ')}`);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  install(join(folder, packed.filename), elsewhere);
  if (existsSync(join(elsewhere, 'node_modules/better-sqlite3')))
    throw new Error('better-sqlite3 was installed');
  checkImports(elsewhere);
  checkExample(elsewhere);
  const { child, address } = start(elsewhere);
  const exit = ended(child);
  try {
    await checkServer(await address);
  } finally {
    child.kill('SIGTERM');
  }
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  const code = await exit;
  clearTimeout(late);
  if (code !== 0 && process.platform !== 'win32')
    throw new Error(`SIGTERM ended the command with ${code}, not 0`);
  console.log(
    `pack: ${inside.size} files, ${(packed.size / 1000).toFixed(0)} kB; installed, started, answered, ended`,
  );
} catch (error) {
  console.error(`pack: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

#!/usr/bin/env node
// Everything that package.json's `bin` and `exports` name: the page, the server, the client for
// the conformance suite and (without --no-types) the types.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampBuild } from './ensure.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const vite = 'node_modules/vite/bin/vite.js';
const tsc = 'node_modules/typescript/bin/tsc';
const quiet = ['--logLevel', 'warn'];

/** Types of source files that are gone: tsc leaves them where they are, and the package would carry them. */
function pruneTypes() {
  const types = join(repo, 'dist/types');
  if (!existsSync(types)) return;
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const source = name.slice(0, -'.d.ts'.length);
    if (!['.ts', '.tsx'].some((suffix) => existsSync(join(repo, source + suffix)))) rmSync(join(types, name));
  }
}

const whole = [
  ['page', [vite, 'build', ...quiet]],
  ['server', [vite, 'build', '--ssr', ...quiet]],
  ['headless', [vite, 'build', '--ssr', '--mode', 'headless', ...quiet]],
  ...(process.argv.includes('--no-types') ? [] : [['types', [tsc, '-b']]]),
];

/** `--static`: the page for a static host, and nothing else; dist/static alone is touched. */
const isStatic = process.argv.includes('--static');
const steps = isStatic ? [['static page', [vite, 'build', '--mode', 'static', ...quiet]]] : whole;

if (!isStatic) rmSync(join(repo, 'dist/.built'), { force: true }); // a build that breaks off half-way counts as none
for (const [name, args] of steps) {
  const start = Date.now();
  const { status } = spawnSync(process.execPath, args, { cwd: repo, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`build: ${name} failed`);
    process.exit(1);
  }
  console.log(`build: ${name} ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
if (!isStatic) pruneTypes();
if (!isStatic && existsSync(join(repo, 'dist/server/cli.js'))) stampBuild();

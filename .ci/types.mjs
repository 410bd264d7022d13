#!/usr/bin/env node
// The types gate: `tsc -b`, then a look at the lists of files that it leaves, for what each program pulled in. A package that
// refers to Node's types would bring `process` and `Buffer` into browser code without anybody's import.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const WITHOUT_NODE = ['tsconfig.core.json', 'tsconfig.web.json', 'tsconfig.app.json'];
const NODE_TYPES = /node_modules\/(@types\/node|undici-types)\//;
const DOM_LIB = /\/lib\.(dom|webworker)[^/]*\.d\.ts$/;

function tsc(root, args) {
  const bin = join(repo, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [bin, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Types that a program must not have, by the files that its last `tsc -b` read. */
function leaks(root, config) {
  const list = join(root, `dist/types/${config.split('.')[1]}.tsbuildinfo`);
  if (!existsSync(list)) return [`types-leak: ${config} was not built, so nobody knows what it reads`];
  const files = JSON.parse(readFileSync(list, 'utf8')).fileNames;
  const leaked = files.filter((file) => NODE_TYPES.test(file));
  if (config === 'tsconfig.core.json') leaked.push(...files.filter((file) => DOM_LIB.test(file)));
  return leaked
    .slice(0, 1)
    .map((file) => `types-leak: ${config} reads ${file.slice(file.lastIndexOf('node_modules'))}`);
}

export function checkTypes(root = repo) {
  const run = tsc(root, ['-b', '--pretty', 'false']);
  const errors = `${run.stdout}${run.stderr}`.split('\n').filter((line) => line.trim() !== '');
  if (run.status !== 0 && errors.length === 0) errors.push(`tsc ended with ${run.status}`);
  return [...errors, ...WITHOUT_NODE.flatMap((config) => leaks(root, config))];
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const problems = checkTypes();
  for (const problem of problems) console.error(problem);
  console.log(`types: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

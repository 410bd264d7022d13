#!/usr/bin/env node
// Runs before `npm start` and `npm test` with Node's built-ins alone:
// the Node version, the packages that the lock file names, and with --build a build that fits the sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const MIN_NODE = [20, 19];
const BUILT_FROM = [
  'server',
  'app',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  '.ci/compress.mjs',
];

export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return undefined;
  return `Taskscope needs Node ${MIN_NODE.join('.')} or later; this is ${version}. Install a newer Node and run the same command again.`;
}

const hash = (text) => createHash('sha256').update(text).digest('hex');
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** True if npm's own record of what is installed has every package of the lock file, optional ones aside. */
export function matchesLock(lock, installed) {
  if (!lock?.packages || !installed?.packages) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.devOptional || wanted.peer) return true;
    const found = installed.packages[path];
    return found !== undefined && found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

function run(command, args, root) {
  const windows = process.platform === 'win32';
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows });
  if (done.error) console.error(`${command} could not be started: ${done.error.message}`);
  return done.status === 0;
}

export function ensurePackages(root = repo) {
  const lockFile = join(root, 'package-lock.json');
  const lockText = readFileSync(lockFile, 'utf8');
  const stamp = join(root, 'node_modules/.taskscope-lock');
  const wanted = hash(lockText);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const record = readJson(join(root, 'node_modules/.package-lock.json'));
  if (!matchesLock(JSON.parse(lockText), record)) {
    console.log(
      'Installing the packages of package-lock.json (npm ci), which takes a few minutes the first time ...',
    );
    if (!run('npm', ['ci', '--no-audit', '--no-fund'], root)) {
      console.error('npm ci failed; see above. Once its cause is gone, run the same command again.');
      return false;
    }
  }
  writeFileSync(stamp, wanted);
  return true;
}

function* filesOf(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name));
}

/** A hash over all that the build reads, tests aside. */
export function sourcesHash(root = repo) {
  const sum = createHash('sha256');
  for (const part of BUILT_FROM)
    for (const file of filesOf(join(root, part)))
      if (!/\.(test|suite)\.tsx?$/.test(file))
        sum
          .update(`${file.slice(root.length)}\0`)
          .update(readFileSync(file))
          .update('\0');
  return sum.digest('hex');
}

const builtStamp = (root) => join(root, 'dist/.built');

export function isBuilt(root = repo) {
  const outputs = ['dist/server/cli.js', 'dist/app/index.html', 'dist/conformance-client.mjs', 'dist/.built'];
  if (!outputs.every((file) => existsSync(join(root, file)))) return false;
  return readFileSync(builtStamp(root), 'utf8') === sourcesHash(root);
}

export function stampBuild(root = repo) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(builtStamp(root), sourcesHash(root));
}

export function ensureBuild(root = repo) {
  if (isBuilt(root)) return true;
  console.log('Building, since the sources changed ...');
  return run(process.execPath, [join(root, '.ci/build.mjs'), '--no-types'], root);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const problem = nodeProblem(process.version);
  if (problem) console.error(problem);
  const good = !problem && ensurePackages() && (!process.argv.includes('--build') || ensureBuild());
  process.exitCode = good ? 0 : 1;
}

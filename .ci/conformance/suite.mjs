// Where the official suite and its Node are. Both are installed here, apart from the project's packages: a package that ships a
// `node` must never be in the root, where it would take the place of the Node that runs our scripts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, 'node_modules');

/** The suite needs this Node or a later one (on 20 it does not load). */
const MIN_NODE = 22;

export const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');

/** Installs what the lock file here names, where it is not installed yet. Throws where that fails. */
export function ensureSuite() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(here, 'package-lock.json')))
    .digest('hex');
  const stamp = join(modules, '.taskscope-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the official suite (npm ci in .ci/conformance) ...');
  const options = { cwd: here, encoding: 'utf8', shell: process.platform === 'win32' };
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
  if (done.status !== 0)
    throw new Error(
      `npm ci in .ci/conformance failed; run it there to see why.\n${done.stderr ?? done.error}`,
    );
  writeFileSync(stamp, wanted);
}

/** The Node that runs the suite: the pinned one where there is one for this machine, else our own if it is new enough. */
export function suiteNode(folder = modules, own = process) {
  const name = `node-${own.platform === 'win32' ? 'win' : own.platform}-${own.arch}`;
  const pinned = join(folder, name, 'bin', own.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(own.versions.node.split('.')[0]) >= MIN_NODE) return own.execPath;
  throw new Error(
    `The suite needs Node ${MIN_NODE} or later, and there is no pinned one for ${own.platform} ${own.arch}.`,
  );
}

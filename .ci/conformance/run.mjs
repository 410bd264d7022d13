// Runs the official suite and reads what it wrote.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { suite, suiteNode } from './suite.mjs';

/** The revision that we are held to. */
export const REVISION = '2026-07-28';

/**
 * Runs the suite's command line; its exit code says too little to be looked at. What it starts itself (clients, by a shell that is
 * told `node`) runs on the Node that runs this.
 */
export function runSuite(args) {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  return new Promise((done) => {
    const options = { maxBuffer: 64 * 1024 * 1024, encoding: 'utf8', env: { ...process.env, PATH } };
    execFile(suiteNode(), [suite, ...args], options, (error, stdout, stderr) =>
      done({ stdout, text: `${stdout}${stderr}`, failed: error !== null }),
    );
  });
}

/** The checks that a run left in `folder`, by scenario: each has a folder named after it and the time, and `auth/x` one in `auth`. */
export function readChecks(folder, found = new Map(), prefix = '') {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, name, 'checks.json');
    const scenario = `${prefix}${name}`.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    if (existsSync(file)) found.set(scenario, JSON.parse(readFileSync(file, 'utf8')));
    else if (prefix === '' && !name.includes('.')) readChecks(join(folder, name), found, `${name}/`);
  }
  return found;
}

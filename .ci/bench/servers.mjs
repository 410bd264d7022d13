import { fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

const repo = dirname(dirname(here));

/** Starts a yardstick of this folder, `child-<name>.mjs`, as a process of its own. */
export const startYardstick = (name, ...args) => start(join(here, `child-${name}.mjs`), args, []);

/**
 * Starts the built command on a free port and a data folder. Its work takes a thousand times as long as usual, so that tasks live as
 * long as the bench and the worker has nothing to do for them, unless `speed` says otherwise.
 */
export function startCommand(dir, speed = '0.001') {
  const args = ['--data', dir, '--port', '0', '--no-open', '--speed', speed];
  return start(join(repo, 'dist/server/cli.js'), args, ['--import', join(here, 'report.mjs')]);
}

async function start(file, args, execArgv) {
  const child = fork(file, args, {
    execArgv: ['--expose-gc', ...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  let ids = 0;
  const url = await new Promise((done, fail) => {
    child.on('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
    child.on('message', (message) => {
      if (message.url !== undefined) return done(message.url);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    });
  });
  const ask = (what, rest = {}) =>
    new Promise((done) => {
      ids += 1;
      waiting.set(ids, done);
      child.send({ id: ids, what, ...rest });
    });
  return {
    url,
    /** @returns processor time (ms) since its start and resident memory (bytes) */
    used: (collect = false) => ask('used', { collect }),
    stop: () =>
      new Promise((done) => {
        child.once('exit', done);
        child.disconnect();
      }),
  };
}

// The command line client @apify/mcpc against /mcp/legacy: one process a command, and a bridge process that holds the session.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, equal } from './check.mjs';

const origin = process.argv[2];
const bin = fileURLToPath(new URL('node_modules/@apify/mcpc/bin/mcpc', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'mcpc-'));
// Its bridge has five seconds to start, whatever else the machine does.
const SLOW_BRIDGE = 'socket file not created within timeout';
const MOST_TRIES = 4;

function mcpc(...args) {
  return new Promise((done) => {
    const env = { ...process.env, MCPC_HOME_DIR: home };
    const child = spawn(process.execPath, [bin, '--json', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      out += chunk;
    });
    child.on('close', (code) => {
      let json;
      try {
        json = JSON.parse(out);
      } catch {
        json = { text: out };
      }
      done({ code, json });
    });
  });
}

/** @returns what it printed; undefined where its bridge never started */
async function connect() {
  for (let left = MOST_TRIES; left > 0; left -= 1) {
    const { code, json } = await mcpc('connect', `${origin}/mcp/legacy`, '@taskscope');
    if (code === 0 || !String(json.error).includes(SLOW_BRIDGE)) return json;
  }
  return undefined;
}

const LONG = 60_000;
const hello = await connect();
if (hello === undefined)
  console.log('- mcpc: not tried: the machine is too busy for its bridge to start in time');
else {
  await check('mcpc: connects and is told the subtree of tasks', async () => {
    equal([hello.error, hello.protocolVersion], [undefined, '2025-11-25']);
    equal(hello.capabilities.tasks, { list: {}, cancel: {}, requests: { tools: { call: {} } } });
  });
  await check(
    'mcpc: calls an optional tool as a task and waits for it',
    async () => {
      const { json } = await mcpc(
        '@taskscope',
        'tools-call',
        'slow_compute',
        'seconds:=1',
        'label:=pi',
        '--task',
      );
      equal(json.content, [{ type: 'text', text: 'Computed pi in 1 s.' }]);
    },
    LONG,
  );
  await check(
    'mcpc: detaches from a task, lists it, cancels it, and is told that it has no result',
    async () => {
      const made = await mcpc('@taskscope', 'tools-call', 'generate_report', 'size:=large', '--detach');
      const { taskId } = made.json;
      equal((await mcpc('@taskscope', 'tasks-list')).json.tasks[0].taskId, taskId);
      equal((await mcpc('@taskscope', 'tasks-cancel', taskId)).json.status, 'cancelled');
      equal((await mcpc('@taskscope', 'tasks-result', taskId)).json.error.includes('it has no result'), true);
    },
    LONG,
  );
  await mcpc('@taskscope', 'close');
}
rmSync(home, { recursive: true, force: true });
process.exit();

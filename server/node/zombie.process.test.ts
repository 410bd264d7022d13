import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../stores/open.ts';
import { type Bundle, bundle } from './bundle.suite.ts';
import { reasonWithoutSqlite } from './sqlite-here.suite.ts';

/** Seconds are usual; a busy machine needs more. */
const LONG = 60_000;

let worker: Bundle;
let dir: string;
const running: ChildProcess[] = [];
beforeAll(async () => {
  worker = await bundle('server/node/zombie-worker.suite.ts');
}, LONG);
afterAll(() => worker.remove());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-zombie-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

/** A worker process: `line` gives what it says next, `go` lets its step end. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [worker.file, dir, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    line: async () => String((await lines.next()).value),
    go: () => void child.stdin.write('go\n'),
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  };
}

/**
 * A worker is stopped in the middle of a step until its lease has run out and another process has claimed the task, and then goes on, while
 * the heir is still at work: the revision has not moved, so nothing but the epoch can tell.
 * @returns what became of the zombie's commit and of the heir's, and the stored text
 */
async function wake(...mutant: string[]) {
  const zombie = start('zombie', 'create', ...mutant);
  const taskId = await zombie.line();
  expect(await zombie.line()).toBe('step');
  zombie.kill('SIGSTOP');
  const heir = start('heir', ...mutant);
  expect(await heir.line()).toBe('step');
  zombie.go();
  zombie.kill('SIGCONT');
  const late = await zombie.line();
  heir.go();
  const due = await heir.line();
  zombie.kill('SIGKILL');
  heir.kill('SIGKILL');
  const { store } = await openStore({ dir });
  const found = await store.find(taskId, { tenant: 'acme', principal: 'alice' });
  const events = await store.events(taskId);
  await store.close();
  const result = found?.kind === 'task' ? found.row.result : undefined;
  return { late, due, result: JSON.stringify(result), kinds: events.map(({ kind }) => kind) };
}

/** Why this cannot be tried here, or undefined. */
async function reasonToSkip(): Promise<string | undefined> {
  if (process.platform === 'win32') return 'Windows cannot stop a process and let it go on';
  return reasonWithoutSqlite(dir);
}

describe('a worker that was stopped for longer than its lease', () => {
  it(
    'R72 R78: is fenced; the heir completes the task, once',
    async ({ skip }) => {
      const why = await reasonToSkip();
      skip(why !== undefined, why);
      expect(await wake()).toEqual({
        late: 'fenced',
        due: 'committed',
        result: expect.stringContaining('by the heir'),
        kinds: ['created', 'completed'],
      });
    },
    LONG,
  );

  it(
    'control: without the fence the zombie completes a task that is not its own, and the heir has worked for nothing',
    async ({ skip }) => {
      const why = await reasonToSkip();
      skip(why !== undefined, why);
      expect(await wake('unfenced')).toMatchObject({
        late: 'committed',
        due: 'conflict',
        result: expect.stringContaining('by the zombie'),
      });
    },
    LONG,
  );
});

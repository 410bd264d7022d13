import { LocalBus } from '../ports/bus.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { openStore } from '../stores/open.ts';
import type { DurableWork } from '../tasks/durable.ts';
import { TaskService } from '../tasks/service.ts';
import { Worker } from '../tasks/worker.ts';
import { SystemClock } from './clock.ts';
import { CryptoIds } from './ids.ts';

// One worker as a process: `<data folder> <name> [create] [unfenced]`. It says on its own lines when it begins the only step of a task
// ("step") and what became of its commit, and ends the step when it reads a line.
const [dir = '', name = '', ...wishes] = process.argv.slice(2);

/** Short, so that the test waits for it only a moment; the heir holds its own far longer than the test takes. */
const LEASE_MS = name === 'zombie' ? 300 : 600_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const told = new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));

const work: DurableWork = {
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'only', state: null, afterMs: 0, message: 'Begun.' }),
  steps: {
    only: async () => {
      say('step');
      await told;
      const result = { content: [{ type: 'text' as const, text: `by the ${name}` }], isError: false };
      return { kind: 'done', result, message: null };
    },
  },
};

/** Says what became of each commit; the mutant leaves out the epoch, and with it the fence. */
function watched(inner: TaskStore): TaskStore {
  return new Proxy(inner, {
    get(target, member) {
      if (member === 'commit') {
        return async (...[row, { revision, epoch }, event]: Parameters<TaskStore['commit']>) => {
          const fence = epoch === undefined || wishes.includes('unfenced') ? {} : { epoch };
          const outcome = await target.commit(row, { revision, ...fence }, event);
          say(outcome.kind);
          return outcome;
        };
      }
      const found: unknown = Reflect.get(target, member);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

const { store } = await openStore({ dir });
const ports = { store: watched(store), clock: new SystemClock(), ids: new CryptoIds(), bus: new LocalBus() };
const works = new Map([['held', work]]);
const settings = { ttlMs: null, pollIntervalMs: null, speed: 1 };
if (wishes.includes('create')) {
  const owner = { tenant: 'acme', principal: 'alice' };
  const request = { method: 'tools/call', tool: 'held', params: {}, args: {} };
  const { taskId } = await new TaskService(ports, works, settings).create(owner, request);
  say(taskId);
}
new Worker(ports, works, { speed: 1, leaseMs: LEASE_MS, retentionMs: 60_000, markMs: 60_000 }).start();

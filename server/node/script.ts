import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../ports/manual-clock.ts';
import type { InputResponses } from '../protocol/inputs.ts';
import { type JsonObject, ownString } from '../protocol/json.ts';
import { TASK_NOTIFICATION } from '../protocol/subscriptions.ts';
import { readTask, type TaskStatus } from '../protocol/task.ts';
import { SystemClock } from './clock.ts';
import type { Parts } from './demo.ts';
import { loadKey } from './key.ts';
import { takeLock } from './lock.ts';
import { RpcClient, type StreamedMessage } from './rpc-client.ts';
import { type Serving, startServing } from './serve.ts';

/** The run of R75, line by line. */
export const SCRIPT_LINES: readonly string[] = [
  'id=0 resultType=complete status=ack',
  'id=1 resultType=task status=working',
  'id=2 resultType=complete status=working',
  'id=3 resultType=complete status=input_required',
  'id=4 resultType=complete status=ack',
  'id=5 resultType=complete status=completed',
];

/** More steps than any tool of the demo needs to come to its next state. */
const MOST_STEPS = 100;

export interface ScriptOptions {
  /** The data folder, or undefined for a temporary one that is removed afterwards. */
  readonly dir: string | undefined;
  readonly version: string;
}

interface Printer {
  out(text: string): void;
  err(text: string): void;
  readonly pid: number;
}

/**
 * `taskscope demo --script`: discover, call, then a new server on the same store, then get, get, update, get, over real HTTP on a
 * free loopback port. The lines are R75's and nothing else; which method each answers goes to standard error. The worker is stepped by hand on a manual clock, so nothing sleeps and every run is the same.
 * @returns 0, or 1 with a message where a line differs from R75
 */
export async function runScript(options: ScriptOptions, printer: Printer, parts: Parts): Promise<0 | 1> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'taskscope-script-')));
  const run = new ScriptRun({ ...options, dir }, printer, parts);
  try {
    await run.play();
    return 0;
  } catch (error) {
    printer.err(`taskscope: the script failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await run.end();
    if (options.dir === undefined) await rm(dir, { recursive: true, force: true });
  }
}

class ScriptRun {
  readonly #options: { readonly dir: string; readonly version: string };
  readonly #printer: Printer;
  readonly #parts: Parts;
  readonly #clock = new ManualClock(new SystemClock().now());
  #serving: Serving | undefined;
  #printed = 0;

  constructor(options: { readonly dir: string; readonly version: string }, printer: Printer, parts: Parts) {
    this.#options = options;
    this.#printer = printer;
    this.#parts = parts;
  }

  async play(): Promise<void> {
    let { client } = await this.#start();
    this.#line(0, 'server/discover', await client.call(0, 'server/discover'));
    const handle = await client.call(1, 'tools/call', {
      name: 'generate_report',
      arguments: { size: 'large' },
    });
    this.#line(1, 'tools/call', handle);
    const taskId = ownString(handle, 'taskId') ?? '';
    await this.end();
    this.#printer.err('(another server starts on the same store)\n');

    const second = await this.#start();
    client = second.client;
    this.#line(2, 'tasks/get', await client.call(2, 'tasks/get', { taskId }));
    await this.#workUntil(second, taskId, 'input_required');
    this.#line(3, 'tasks/get', await client.call(3, 'tasks/get', { taskId }));

    const events = client.stream('listen', 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
    await events.next();
    const inputResponses: InputResponses = {
      approve_outline: { action: 'accept', content: { approved: true } },
    };
    this.#line(4, 'tasks/update', await client.call(4, 'tasks/update', { taskId, inputResponses }));
    const sample = sampleIn(events);
    // Its failure is reported where it is awaited, or not at all where something else failed before.
    sample.catch(() => {});
    await this.#workUntil(second, taskId, 'completed');
    this.#line(5, 'tasks/get', await client.call(5, 'tasks/get', { taskId }));
    this.#printer.out(
      `\nA ${TASK_NOTIFICATION} message, as subscriptions/listen sent it:\n${await sample}\n`,
    );
  }

  async end(): Promise<void> {
    await this.#serving?.close();
    this.#serving = undefined;
  }

  async #start(): Promise<{ client: RpcClient; serving: Serving }> {
    const { dir, version } = this.#options;
    const serving = await startServing(
      {
        at: { host: '127.0.0.1', port: 0 },
        dir,
        appDir: join(dir, 'no-page'),
        key: await loadKey(dir),
        version,
        speed: 1,
        lab: true,
        allowOrigins: [],
        clock: this.#clock,
        work: false,
        claim: async ({ origin, bootId }) => {
          const lock = await takeLock(dir, { pid: this.#printer.pid, address: origin, bootId });
          if (lock.kind === 'taken') return lock.release;
          throw new Error(
            `the data folder is in use by the Taskscope at ${lock.by.address}: give another --data.`,
          );
        },
      },
      this.#parts,
    );
    this.#serving = serving;
    return { client: new RpcClient(`${serving.origin}/mcp`), serving };
  }

  /** Steps the worker, letting the poll interval pass where nothing is due, until the task has come to `status`. */
  async #workUntil(
    { client, serving }: { client: RpcClient; serving: Serving },
    taskId: string,
    status: TaskStatus,
  ): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const read = readTask(await client.call(`look-${step}`, 'tasks/get', { taskId }));
      if (!read.ok) throw new Error(read.reason);
      if (read.task.status === status) return;
      if (!(await serving.demo.worker.step())) await this.#clock.advance(read.task.pollIntervalMs ?? 1_000);
    }
    throw new Error(`the task did not come to ${status}`);
  }

  #line(id: number, method: string, result: JsonObject): void {
    const line = `id=${id} resultType=${ownString(result, 'resultType')} status=${ownString(result, 'status') ?? 'ack'}`;
    const expected = SCRIPT_LINES[this.#printed];
    if (line !== expected) throw new Error(`got "${line}" where "${expected}" is due`);
    this.#printed += 1;
    this.#printer.err(`${method}\n`);
    this.#printer.out(`${line}\n`);
  }
}

/** The text of the notification that tells of the end of the task. */
async function sampleIn(events: AsyncGenerator<StreamedMessage, void>): Promise<string> {
  for await (const { text, message } of events) {
    if (message.kind !== 'notification' || message.method !== TASK_NOTIFICATION) continue;
    if (ownString(message.params, 'status') === 'completed') return text;
  }
  throw new Error('the listen ended without telling of the end of the task');
}

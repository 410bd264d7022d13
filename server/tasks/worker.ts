import type { Clock } from '../ports/clock.ts';
import type { TaskRow } from '../ports/task-store.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { type DurableWork, fail, type Outcome } from './durable.ts';
import { sweep } from './expiry.ts';
import { apply } from './machine.ts';
import type { TaskPorts } from './service.ts';

export interface WorkerSettings {
  readonly speed: number;
  /** How long a claim holds, ms. A step that takes longer may lose its task to another worker; its outcome is then refused. */
  readonly leaseMs: number;
  /** Paces how often the worker looks by itself, in real time where the tasks' clock is steered; left out, it is the tasks' clock. */
  readonly machine?: Clock;
  /** How long an ended task is kept after its TTL, ms. */
  readonly retentionMs: number;
  /** How long the mark of a removed task is kept, ms. */
  readonly markMs: number;
}

/** So long the worker goes from step to step, ms of the machine; then everything else of the process has its turn. */
const TURN = 4;
/** The longest sleep, ms of the machine: rows that another process made are found no later than this. */
const LONGEST_WAIT = 1000;
/** The shortest sleep after a claim found nothing although something was due (another worker took it), ms. */
const SHORTEST_WAIT = 20;

/** `paused`: it runs a step only when told to. `dead`: it never will again; another one has to take its place. */
export type WorkerState = 'running' | 'paused' | 'dead';

/**
 * Runs due steps. Each step is claimed under a lease with an epoch, and its outcome is committed only if epoch and
 * revision still hold: a step runs at least once, a transition happens exactly once. One claim is one step; there is no renewal.
 */
export class Worker {
  readonly #ports: TaskPorts;
  readonly #works: ReadonlyMap<string, DurableWork>;
  readonly #settings: WorkerSettings;
  readonly #name: string;
  #running: Promise<void> | undefined;
  #stopping = false;
  #hinted = false;
  #dead: 'no' | 'at-commit' | 'yes' = 'no';
  #asleep = true;
  #onSleep: (() => void)[] = [];
  #wake: () => void = () => {};

  constructor(ports: TaskPorts, works: ReadonlyMap<string, DurableWork>, settings: WorkerSettings) {
    this.#ports = ports;
    this.#works = works;
    this.#settings = settings;
    this.#name = ports.ids.short();
  }

  get name(): string {
    return this.#name;
  }

  get state(): WorkerState {
    if (this.#dead === 'yes') return 'dead';
    return this.#running === undefined || this.#stopping ? 'paused' : 'running';
  }

  /** Works until `stop`. Starting twice does nothing. */
  start(): void {
    if (this.#running !== undefined || this.#dead === 'yes') return;
    this.#stopping = false;
    this.#running = this.#run();
  }

  /** Ends after the step that is being run. The task goes on with whoever claims it next. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
  }

  /**
   * Dies as a process does: it commits nothing any more and gives back no lease, so a task that it holds waits until the lease ends.
   * @param when `at-commit`: with the next step's outcome in hand, so that there is a lease to see
   */
  kill(when: 'now' | 'at-commit'): void {
    if (this.#dead !== 'yes') this.#dead = when === 'now' ? 'yes' : when;
    this.#wake();
  }

  /** Resolves when it has nothing to do at this moment: it sleeps, is paused or dead. */
  settled(): Promise<void> {
    if (this.#asleep) return Promise.resolve();
    return new Promise((resolve) => this.#onSleep.push(resolve));
  }

  /**
   * Expires and purges what is due, then claims one due task and runs one step of it (R74).
   * @returns false where nothing was due, and where the worker is dead
   */
  async step(): Promise<boolean> {
    if (this.#dead === 'yes') return false;
    const { store, clock, bus } = this.#ports;
    const swept = await sweep(this.#ports, this.#settings.retentionMs, this.#settings.markMs);
    const row = await store.claim(this.#name, clock.now(), this.#settings.leaseMs);
    if (row === undefined) return swept;
    const { speed } = this.#settings;
    const outcome = await runStep(row, this.#works);
    if (this.#diesHere()) return true;
    let made = apply(row, { kind: 'outcome', outcome, speed }, clock.now());
    if (!made.ok) made = apply(row, { kind: 'outcome', outcome: refused(made.refusal), speed }, clock.now());
    if (!made.ok) return true;
    const expected = { revision: row.revision, epoch: row.epoch };
    const result = await store.commit(made.row, expected, made.event);
    if (result.kind === 'committed') bus.publish({ taskId: row.taskId, revision: made.row.revision });
    else if (result.kind === 'conflict') await this.#letGo(row);
    return true;
  }

  /** The row moved under the step (a cancel was recorded). If the lease is still ours, let the step run again at once. */
  async #letGo(row: TaskRow): Promise<void> {
    const found = await this.#ports.store.find(row.taskId, row.owner);
    if (found?.kind !== 'task') return;
    const { lease } = found.row;
    if (lease?.worker === this.#name && lease.epoch === row.epoch)
      await this.#ports.store.release(row.taskId, row.epoch);
  }

  /** Real time, also where the tasks' clock stands still. */
  get #machine(): Clock {
    return this.#settings.machine ?? this.#ports.clock;
  }

  #diesHere(): boolean {
    if (this.#dead === 'at-commit') this.#dead = 'yes';
    return this.#dead === 'yes';
  }

  async #run(): Promise<void> {
    this.#asleep = false;
    const leave = this.#ports.bus.subscribe(() => {
      this.#hinted = true;
      this.#wake();
    });
    while (!this.#stopping && this.#dead !== 'yes') {
      try {
        this.#hinted = false;
        await this.#runDue();
        await this.#sleep(await this.#nextDue());
      } catch {
        // The store cannot answer now. The work is safe in it, so wait and try again; a hint does not make it answer sooner.
        this.#hinted = false;
        await this.#sleep(Number.POSITIVE_INFINITY);
      }
    }
    leave();
    this.#rest();
  }

  #rest(): void {
    this.#asleep = true;
    for (const tell of this.#onSleep.splice(0)) tell();
  }

  /** Step after step, until none is due or the worker is to stop. */
  async #runDue(): Promise<void> {
    const clock = this.#machine;
    let begun = clock.mono();
    while (!this.#stopping && (await this.step())) {
      if (clock.mono() - begun < TURN) continue;
      await this.#giveWay();
      begun = clock.mono();
    }
  }

  /** A store that answers in promises alone never lets I/O in between: a long queue of due steps would leave requests unread. */
  async #giveWay(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#machine.after(0, resolve);
      this.#wake = () => {
        // A hint is no reason to be back earlier, a stop is.
        if (!this.#stopping && this.#dead !== 'yes') return;
        cancel();
        resolve();
      };
    });
  }

  async #nextDue(): Promise<number> {
    const { store, clock } = this.#ports;
    const { retentionMs, markMs } = this.#settings;
    const times = [await store.nextWake(), await store.nextExpiry(retentionMs, markMs)];
    const due = Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY)) - clock.now();
    return due <= 0 ? SHORTEST_WAIT : due;
  }

  async #sleep(ms: number): Promise<void> {
    // A hint that came while the last step or query ran is not to be slept over.
    if (this.#stopping || this.#hinted || this.#dead === 'yes') return;
    const { clock } = this.#ports;
    await new Promise<void>((resolve) => {
      const wake = () => {
        for (const cancel of timers) cancel();
        this.#asleep = false;
        resolve();
      };
      const timers = [
        this.#machine.after(LONGEST_WAIT, wake),
        ...(Number.isFinite(ms) ? [clock.after(ms, wake)] : []),
      ];
      this.#wake = wake;
      this.#rest();
    });
  }
}

/** Runs the row's next step. What it throws, and a tool, version or step that is not known here, fail the task (R68). */
export async function runStep(row: TaskRow, works: ReadonlyMap<string, DurableWork>): Promise<Outcome> {
  const { tool, toolVersion, step, state } = row.next;
  const work = works.get(tool);
  if (work === undefined) return internal(`This server has no durable tool ${tool}.`);
  if (work.version !== toolVersion)
    return internal(
      `The task was made by version ${toolVersion} of ${tool}; this server has version ${work.version}.`,
    );
  const run = Object.hasOwn(work.steps, step) ? work.steps[step] : undefined;
  if (run === undefined) return internal(`Version ${toolVersion} of ${tool} has no step ${step}.`);
  const cancelRequested = row.cancelRequestedAt !== null && work.onCancel !== 'ignore';
  try {
    return await run({ taskId: row.taskId, state, answers: row.answers, cancelRequested });
  } catch (error) {
    if (error instanceof RpcError) return fail(error.body(), `Tool execution failed: ${error.message}`);
    return internal(error instanceof Error ? error.message : 'The step threw something that is no error.');
  }
}

function internal(message: string): Outcome {
  return fail({ code: CODES.internal, message }, `Tool execution failed: ${message}`);
}

function refused(refusal: string): Outcome {
  return internal(`The tool's step was refused: ${refusal}.`);
}

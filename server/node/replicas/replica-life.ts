import type { Hint } from '../../ports/bus.ts';
import type { CancelTimer, Clock } from '../../ports/clock.ts';
import type { ReplicaProcess, StartProcess } from './channel.ts';
import { HintPipe } from './hint-pipe.ts';
import { type ReplicaWish, readToParent, type Steer, type SteerOutcome } from './messages.ts';

/** A replica that has lived this long is started again at once when it ends; one that ends sooner has to wait, ms. */
const STEADY_MS = 5_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** How long a replica may take to end in order before it is killed, ms: longer than it gives its own requests. */
const END_MS = 5_000;
/** One that is told to end and gives no sign of life by then is stuck and does not get that long, ms. */
const SIGN_MS = 1_500;

/** How often a replica is asked for a sign of life, ms, and how many in a row it may leave unanswered before it is killed. */
const BEAT_MS = 2_000;
const MOST_MISSED = 5;
/** The same while it starts: on a busy machine, loading takes a while. */
const MOST_MISSED_STARTING = 10;

export interface LifeOptions {
  readonly name: string;
  readonly wish: ReplicaWish;
  readonly start: StartProcess;
  readonly clock: Clock;
  /** Prints a line for the person. */
  readonly say: (line: string) => void;
  /** It has changed these. */
  readonly changed: (changes: readonly Hint[]) => void;
}

/** One replica over its processes: started again whenever one ends that was not told to, and ended where it is stuck. */
export class ReplicaLife {
  readonly name: string;
  readonly #options: LifeOptions;
  readonly #pipe: HintPipe;
  #process: ReplicaProcess | undefined;
  #port: number | undefined;
  #stopping = false;
  /** Beats in a row without an answer. */
  #missed = 0;
  #hasEnded: () => void = () => {};
  #pause = 0;
  #asked = 0;
  readonly #answers = new Map<number, (outcome: SteerOutcome | undefined) => void>();
  /** The clock's setting that was sent last: a process that starts gets it, too. */
  #clock: Steer | undefined;
  /** The same of its faults. */
  #faults: Steer | undefined;
  /** Killed by the lab: how long it is to stay down, ms. */
  #downMs = 0;

  constructor(options: LifeOptions) {
    this.name = options.name;
    this.#options = options;
    this.#pipe = new HintPipe((changes, done) => {
      if (this.#process === undefined) done();
      else this.#process.send({ kind: 'changes', changes }, done);
    });
  }

  /** Where it listens now; undefined while it does not run. */
  get port(): number | undefined {
    return this.#port;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it. Rejects with its reason where the first process ends before it serves; later ones are tried again and again. */
  begin(): Promise<void> {
    return new Promise((resolve, reject) => this.#start(resolve, reject));
  }

  /** Tells it what others have changed. */
  hear(changes: readonly Hint[]): void {
    if (this.#port !== undefined) this.#pipe.push(changes);
  }

  /** @returns undefined where the replica does not run, or ends before it answers */
  steer(steer: Steer): Promise<SteerOutcome | undefined> {
    if (steer.kind === 'clock') this.#clock = steer;
    if (steer.kind === 'faults') this.#faults = steer;
    const running = this.#process;
    if (running === undefined || this.#port === undefined) return Promise.resolve(undefined);
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      running.send({ kind: 'steer', id, steer });
    });
  }

  /** Kills its process; it is started again after `downMs`, ms. */
  kill(downMs: number): void {
    this.#downMs = downMs;
    this.#process?.kill();
  }

  /** Ends it in order, or by force where that takes too long, and says so. */
  async end(): Promise<void> {
    this.#stopping = true;
    const running = this.#process;
    if (running === undefined) return;
    const ended = new Promise<void>((resolve) => {
      this.#hasEnded = resolve;
    });
    const { name, clock, say } = this.#options;
    const kill = (why: string): void => {
      say(`Replica ${name} ${why}: it was killed.`);
      running.kill();
    };
    const inOrder = clock.after(END_MS, () => kill(`did not end in ${END_MS / 1000} s`));
    this.#missed = 1;
    const anySign = clock.after(SIGN_MS, () => {
      if (this.#missed === 0) return;
      inOrder();
      kill('gave no sign of life');
    });
    running.send({ kind: 'stop' });
    running.send({ kind: 'beat' });
    await ended;
    inOrder();
    anySign();
  }

  #start(ready: () => void, failed: (reason: Error) => void): void {
    const { name, wish, start, clock, changed } = this.#options;
    const startedAt = clock.mono();
    let why: string | undefined;
    let stopBeat: CancelTimer = () => {};
    // One that is stuck keeps its connections: each request to it would wait for its deadline, again and again. Missed beats are
    // counted, not time, so that a machine that slept kills nobody.
    const beat = (): void => {
      if (this.#stopping) return;
      const most = this.#port === undefined ? MOST_MISSED_STARTING : MOST_MISSED;
      if (this.#missed >= most) {
        why = `no sign of life for ${(BEAT_MS * most) / 1000} s`;
        this.#process?.kill();
        return;
      }
      this.#missed += 1;
      this.#process?.send({ kind: 'beat' });
      stopBeat = clock.after(BEAT_MS, beat);
    };
    this.#process = start({
      message: (message) => {
        const read = readToParent(message);
        if (read?.kind === 'changes') changed(read.changes);
        else if (read?.kind === 'failed') why = read.why;
        else if (read?.kind === 'alive') this.#missed = 0;
        else if (read?.kind === 'steered') {
          this.#answers.get(read.id)?.(read);
          this.#answers.delete(read.id);
        } else if (read?.kind === 'ready') {
          this.#port = read.port;
          // It has read the kept setting; a change that came while it started is not to be missed.
          for (const sent of [this.#clock, this.#faults]) if (sent !== undefined) void this.steer(sent);
          ready();
        }
      },
      ended: (how) => {
        stopBeat();
        const served = this.#port !== undefined;
        this.#process = undefined;
        this.#port = undefined;
        for (const answer of this.#answers.values()) answer(undefined);
        this.#answers.clear();
        this.#hasEnded();
        failed(new Error(`replica ${name} could not start: ${why ?? `it ended with ${how}`}`));
        if (!this.#stopping && (served || this.#pause > 0)) this.#again(why ?? how, clock.mono() - startedAt);
      },
    });
    this.#process.send({ kind: 'start', wish });
    this.#missed = 0;
    beat();
  }

  #again(how: string, livedMs: number): void {
    const { name, clock, say } = this.#options;
    this.#pause =
      livedMs >= STEADY_MS ? 1 : Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.#pause * 2));
    const pause = Math.max(this.#pause, this.#downMs);
    this.#downMs = 0;
    const when = pause < FIRST_PAUSE_MS ? 'at once' : `in ${pause} ms`;
    say(`Replica ${name} ended (${how}): starting it again ${when}.`);
    clock.after(pause, () => {
      if (this.#stopping) return;
      const back = (): void => say(`Replica ${name} is back: process ${this.pid}, port ${this.#port}.`);
      this.#start(back, () => {});
    });
  }
}

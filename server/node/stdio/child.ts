import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Clock } from '../../ports/clock.ts';
import { BRIDGE_LIMITS, type BridgeCause } from '../../protocol/bridge.ts';
import type { Channel, Outlet } from '../bridge/channel.ts';
import type { StdioCommand } from './command-line.ts';
import { lineReader } from './line-reader.ts';

/** The longest line that is passed on, characters. */
const MOST_LINE = 16 * 1_048_576;
/** How long a process may take to end once its input is closed, and once it was asked to, ms. */
const GRACE_MS = 500;
const ASKED_MS = 1_500;

/**
 * One process as a channel: its lines are passed on as they come, standard error beside standard output, and what the page sends goes to
 * its input. It leads a process group of its own, which ends as one: what a wrapper such as npx has started goes with it.
 */
export class StdioChild implements Channel {
  readonly #channel: number;
  readonly #outlet: Outlet;
  readonly #clock: Clock;
  readonly #openedAt: number;
  readonly #command: StdioCommand;
  readonly #child: ChildProcessWithoutNullStreams;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  #credit: number = BRIDGE_LIMITS.credit;
  #over = false;
  #gone = false;

  constructor(channel: number, command: StdioCommand, outlet: Outlet, clock: Clock) {
    this.#channel = channel;
    this.#command = command;
    this.#outlet = outlet;
    this.#clock = clock;
    this.#openedAt = clock.mono();
    const { program, args, env, cwd } = command;
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    child.once('spawn', () => this.#send({ type: 'started', channel, at: this.#at() }));
    this.#pass('stdout');
    this.#pass('stderr');
    // A process that ends while something is written to it; 'close' says the rest.
    child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.#gone = true;
        void this.#failed(error).finally(resolve);
      });
      child.once('close', (code, signal) => {
        // One that could not be started has no id; 'error' says why, which takes a look at the disk.
        if (child.pid === undefined) return;
        // What it has started and left behind goes with it.
        this.signal('SIGKILL');
        this.#gone = true;
        this.#end({ type: 'exit', channel, code, signal, at: this.#at() });
        resolve();
      });
    });
  }

  credit(bytes: number): void {
    this.#credit = Math.min(this.#credit + bytes, BRIDGE_LIMITS.credit);
    if (this.#credit > 0) for (const name of STREAMS) this.#child[name].resume();
  }

  line(text: string): void {
    const { stdin } = this.#child;
    if (stdin.writableLength <= BRIDGE_LIMITS.requestBody) stdin.write(`${text}\n`);
    else this.#fail('too-large', 'the server does not read its input');
  }

  /** First its input is closed, as a well-behaved server waits for; then the group is asked, and at last made, to end. */
  cancel(): void {
    this.#over = true;
    if (this.#gone) return;
    this.#child.stdin.end();
    this.#clock.after(GRACE_MS, () => {
      if (this.#gone) return;
      this.signal('SIGTERM');
      this.#clock.after(ASKED_MS, () => {
        if (!this.#gone) this.signal('SIGKILL');
      });
    });
  }

  /** To the whole group, as long as there is any of it. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // Nobody is left.
    }
  }

  #pass(name: (typeof STREAMS)[number]): void {
    const reader = lineReader(MOST_LINE);
    const stream = this.#child[name];
    const tell = (lines: ReturnType<typeof reader.feed>): void => {
      for (const { text, cut } of lines) {
        this.#credit -= text.length;
        this.#send({
          type: 'line',
          channel: this.#channel,
          from: name,
          text,
          ...(cut ? { cut } : {}),
          at: this.#at(),
        });
      }
      if (this.#credit <= 0 && !this.#over) stream.pause();
    };
    stream.on('data', (chunk: Buffer) => tell(reader.feed(chunk)));
    stream.on('end', () => tell(reader.rest()));
  }

  async #failed(error: Error): Promise<void> {
    const { program, cwd } = this.#command;
    const code = 'code' in error ? error.code : undefined;
    // Node says ENOENT of the program where the folder is what is missing.
    if (cwd !== undefined && !(await isFolder(cwd)))
      this.#fail('missing-command', `there is no folder ${cwd}`);
    else if (code === 'ENOENT') this.#fail('missing-command', `there is no command "${program}"`);
    else if (code === 'EACCES')
      this.#fail('not-allowed', `"${program}" is no program that this user may run`);
    else this.#fail('failed', error.message);
  }

  #fail(code: BridgeCause, detail: string): void {
    this.#end({ type: 'error', channel: this.#channel, code, detail, at: this.#at() });
    this.cancel();
  }

  #end(message: Parameters<Outlet['send']>[0]): void {
    if (!this.#over) this.#outlet.send(message);
    this.#over = true;
  }

  #send(message: Parameters<Outlet['send']>[0]): void {
    if (!this.#over) this.#outlet.send(message);
  }

  #at(): number {
    return this.#clock.mono() - this.#openedAt;
  }
}

const STREAMS = ['stdout', 'stderr'] as const;

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

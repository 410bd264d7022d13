import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '..', 'dist', 'server', 'cli.js');

/** The product as a user runs it: `taskscope` in a process of its own, on a data directory that survives restarts. */
export class ServerProcess {
  readonly #args: readonly string[];
  readonly data: string;
  #child: ChildProcess | undefined;
  #port = 0;
  #output = '';
  link = '';

  private constructor(data: string, args: readonly string[]) {
    this.data = data;
    this.#args = args;
  }

  /** Starts on a free port and a fresh data directory; resolves when the link was printed. */
  static async start(...args: readonly string[]): Promise<ServerProcess> {
    const server = new ServerProcess(await mkdtemp(join(tmpdir(), 'taskscope-e2e-')), args);
    await server.#run();
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get endpoint(): string {
    return `${this.origin}/mcp`;
  }

  get output(): string {
    return this.#output;
  }

  /** Ends the process by a signal and waits until it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }

  /** Starts again on the same port and data directory. */
  async restart(): Promise<void> {
    await this.kill();
    await this.#run();
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    const args = [CLI, '--no-open', '--port', String(this.#port), '--data', this.data, ...this.#args];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        printed += chunk.toString();
        this.#output += chunk.toString();
        const match = /http:\/\/127\.0\.0\.1:(\d+)\/\S*#key=\S+/.exec(printed);
        if (match !== null) {
          this.#port = Number(match[1]);
          this.link = match[0];
          resolve();
        }
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${this.#output}`)));
    });
  }
}

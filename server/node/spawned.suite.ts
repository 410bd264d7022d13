import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `taskscope`. */
export interface Spawned {
  /** The link that it printed, when it has printed it: from then on it serves. Rejects where it ends before. */
  readonly link: Promise<URL>;
  readonly exit: Promise<Exit>;
  /** What of the standard output fits the pattern, as soon as it does. Rejects where it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();

/** Runs a bundled command with `--no-open` left to the caller; the environment has no display, so no browser is opened. @param under a program that runs it, with its arguments */
export function spawnCommand(file: string, args: readonly string[], under: readonly string[] = []): Spawned {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: '1' };
  const [program = '', ...rest] = [...under, process.execPath, file, ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], env });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(stdout);
        if (found !== null) resolve(found);
      };
      child.stdout.on('data', look);
      child.on('close', () => reject(new Error(`taskscope ended without ${pattern}:\n${stdout}${stderr}`)));
      look();
    });
  // The link stands on a line of its own; it is whole once its line has ended.
  const link = says(/^(http:\/\/\S+#key=\S+)\n/m).then(([, found = '']) => new URL(found));
  link.catch(() => {});
  const exit = once(child, 'close').then(([code, signal]): Exit => {
    running.delete(child);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr };
  });
  return { link, exit, says, kill: (signal) => void child.kill(signal) };
}

/** Runs a command that ends by itself. */
export function runToEnd(file: string, args: readonly string[]): Promise<Exit> {
  return spawnCommand(file, args).exit;
}

/** Ends what a failed test left running. */
export function endSpawned(): void {
  for (const child of running) child.kill('SIGKILL');
}

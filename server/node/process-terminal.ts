import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Terminal } from './command.ts';
import { harmless } from './harmless.ts';
import { forking, parentChannel } from './replicas/channel.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The command's view of this process.
 * @param entry the file that runs the command, so that it can start itself as a replica
 */
export function processTerminal(entry: string): Terminal {
  // A reader that has seen enough (`taskscope | head`) is no reason to die.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    // The one way out: what is printed may quote a file, an answer or an error of somebody else's.
    out: (text) => void process.stdout.write(harmless(text)),
    err: (text) => void process.stderr.write(harmless(text)),
    env: process.env,
    platform: process.platform,
    pid: process.pid,
    lines,
    stopped: firstSignal,
    start: forking(entry),
    parent: parentChannel(),
    terminated: () => {
      // Ctrl+C reaches every process of the terminal; when a replica ends is its parent's to say.
      process.on('SIGINT', () => {});
      return new Promise((resolve) => process.once('SIGTERM', () => resolve()));
    },
    exit: (code) => process.exit(code),
  };
}

/** Resolves at the first signal to stop; the second one ends the process at once. */
function firstSignal(): Promise<void> {
  let heard = false;
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (heard) process.exit(128 + constants.signals[signal]);
        heard = true;
        resolve();
      });
    }
  });
}

/** The lines of the standard input. The terminal itself edits them, so Ctrl+C stays a signal. */
function lines(): ReturnType<Terminal['lines']> {
  const reader = createInterface({ input: process.stdin, terminal: false });
  const iterator = reader[Symbol.asyncIterator]();
  return {
    next: async () => {
      const read = await iterator.next();
      return read.done === true ? undefined : read.value;
    },
    close: () => {
      reader.close();
      // A standard input that nobody closes must not keep the process.
      process.stdin.destroy();
    },
  };
}

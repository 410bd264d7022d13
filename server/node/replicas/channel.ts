import { fork } from 'node:child_process';
import type { ToParent, ToReplica } from './messages.ts';

/** A replica's process, as its parent has it. */
export interface ReplicaProcess {
  readonly pid: number | undefined;
  /** `done` is called when the message has gone, or cannot go. */
  send(message: ToReplica, done?: () => void): void;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

export interface ProcessEvents {
  message(message: unknown): void;
  /** It has ended; `how` in words, e.g. `SIGKILL` or `code 1`. */
  ended(how: string): void;
}

/** Starts a process. */
export type StartProcess = (events: ProcessEvents) => ReplicaProcess;

/** Starts `node entry replica` with a channel; what it prints comes out where its parent's does. */
export function forking(entry: string): StartProcess {
  return (events) => {
    const child = fork(entry, ['replica'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', events.message);
    let over = false;
    const end = (how: string): void => {
      if (!over) events.ended(how);
      over = true;
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(signal ?? `code ${code}`));
    return {
      pid: child.pid,
      send(message, done = () => {}) {
        if (child.connected) child.send(message, () => done());
        else done();
      },
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

/** The parent, as a replica has it. */
export interface ParentChannel {
  send(message: ToParent, done?: () => void): void;
  hear(message: (message: unknown) => void): void;
  /** Resolves when the parent is gone, however it ended, or `close` was called. */
  readonly gone: Promise<void>;
  /** Lets go of the parent, so that the process can end. */
  close(): void;
}

/** The channel to the parent; undefined where this process was not started by `forking`. */
export function parentChannel(): ParentChannel | undefined {
  if (process.send === undefined) return undefined;
  return {
    send(message, done = () => {}) {
      if (process.connected) process.send?.(message, undefined, undefined, () => done());
      else done();
    },
    hear: (message) => void process.on('message', message),
    gone: new Promise((resolve) => process.once('disconnect', resolve)),
    close() {
      if (process.connected) process.disconnect();
    },
  };
}

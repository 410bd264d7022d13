/** The worker of a demo server, as this room sees it. */
export interface HostedWorker {
  /** Lets it work by itself. */
  start(): void;
  /** Ends after the step that is being run. */
  stop(): Promise<void>;
  /** Runs one due step. @returns false where none is due */
  step(): Promise<boolean>;
  /** Lets it die, at once or with the outcome of its next step in hand. */
  kill(when: 'now' | 'at-commit'): void;
  /** Puts a new one in its place and starts that. */
  replace(): void;
  /** Resolves when it has nothing to do at this moment. */
  settled(): Promise<void>;
  view(): { readonly name: string; readonly state: 'running' | 'paused' | 'dead' };
}

/** A worker that has nothing to do: where other processes have the workers. */
export const IDLE_WORKER: HostedWorker = {
  start: () => {},
  stop: async () => {},
  step: async () => false,
  kill: () => {},
  replace: () => {},
  settled: async () => {},
  view: () => ({ name: 'none', state: 'paused' }),
};

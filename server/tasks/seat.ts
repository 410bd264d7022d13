import type { Worker, WorkerState } from './worker.ts';

/** Where a server's worker sits. A dead one stays until another takes its place, with a name of its own (R74, R78). */
export class WorkerSeat {
  readonly #hire: () => Worker;
  #worker: Worker;

  constructor(hire: () => Worker) {
    this.#hire = hire;
    this.#worker = hire();
  }

  /** Lets it work by itself. A dead worker stays dead. */
  start(): void {
    this.#worker.start();
  }

  /** Ends after the step that is being run. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** Runs one due step. @returns false where none is due */
  step(): Promise<boolean> {
    return this.#worker.step();
  }

  kill(when: 'now' | 'at-commit'): void {
    this.#worker.kill(when);
  }

  /** Puts a new worker in the place of this one, dead or not, and lets it work by itself. */
  replace(): void {
    this.#worker.kill('now');
    this.#worker = this.#hire();
    this.#worker.start();
  }

  settled(): Promise<void> {
    return this.#worker.settled();
  }

  view(): { readonly name: string; readonly state: WorkerState } {
    return { name: this.#worker.name, state: this.#worker.state };
  }
}

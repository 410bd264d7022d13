import type { TaskChanged } from '../../ports/bus.ts';

/** Sends a batch to another process; `done` is called when it has gone, or never will. */
export type SendHints = (changes: readonly TaskChanged[], done: () => void) => void;

/** The most tasks that wait for a pipe that is not read. Hints beyond are dropped: whoever misses one reads the store (bus.ts). */
const MOST_WAITING = 10_000;

/** Hints on their way to another process, one batch at a time. While one is under way, those that follow become one a task. */
export class HintPipe {
  readonly #send: SendHints;
  readonly #limit: number;
  #waiting = new Map<string, number>();
  #sending = false;

  constructor(send: SendHints, limit: number = MOST_WAITING) {
    this.#send = send;
    this.#limit = limit;
  }

  push(changes: readonly TaskChanged[]): void {
    for (const { taskId, revision } of changes) {
      const known = this.#waiting.get(taskId);
      if (known === undefined && this.#waiting.size >= this.#limit) continue;
      this.#waiting.set(taskId, Math.max(known ?? 0, revision));
    }
    if (!this.#sending) this.#next();
  }

  #next(): void {
    if (this.#waiting.size === 0) return;
    const batch = [...this.#waiting].map(([taskId, revision]) => ({ taskId, revision }));
    this.#waiting = new Map();
    this.#sending = true;
    this.#send(batch, () => {
      this.#sending = false;
      this.#next();
    });
  }
}

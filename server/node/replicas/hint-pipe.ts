import type { Hint } from '../../ports/bus.ts';
import type { ListKind } from '../../protocol/subscriptions.ts';

/** Sends a batch to another process; `done` is called when it has gone, or never will. */
export type SendHints = (hints: readonly Hint[], done: () => void) => void;

/** The most tasks that wait for a pipe that is not read. Hints beyond are dropped: whoever misses one reads the store (bus.ts). */
const MOST_WAITING = 10_000;

/** Hints on their way to another process, one batch at a time. While one is under way, those that follow become one a task or list. */
export class HintPipe {
  readonly #send: SendHints;
  readonly #limit: number;
  #waiting = new Map<string, number>();
  #lists = new Set<ListKind>();
  #sending = false;

  constructor(send: SendHints, limit: number = MOST_WAITING) {
    this.#send = send;
    this.#limit = limit;
  }

  push(hints: readonly Hint[]): void {
    for (const hint of hints) {
      if ('list' in hint) {
        this.#lists.add(hint.list);
        continue;
      }
      const { taskId, revision } = hint;
      const known = this.#waiting.get(taskId);
      if (known === undefined && this.#waiting.size >= this.#limit) continue;
      this.#waiting.set(taskId, Math.max(known ?? 0, revision));
    }
    if (!this.#sending) this.#next();
  }

  #next(): void {
    if (this.#waiting.size + this.#lists.size === 0) return;
    const tasks = [...this.#waiting].map(([taskId, revision]) => ({ taskId, revision }));
    const batch = [...tasks, ...[...this.#lists].map((list) => ({ list }))];
    this.#waiting = new Map();
    this.#lists = new Set();
    this.#sending = true;
    this.#send(batch, () => {
      this.#sending = false;
      this.#next();
    });
  }
}

import type { Bus } from '../ports/bus.ts';

/** Hints about single tasks from one subscription to the bus. */
export class Hints {
  readonly #hearers = new Map<string, Set<() => void>>();
  readonly #leave: () => void;

  /** @param every called for each change of any task */
  constructor(bus: Bus, every: (taskId: string) => void) {
    this.#leave = bus.subscribe(({ taskId }) => {
      for (const hear of [...(this.#hearers.get(taskId) ?? [])]) hear();
      every(taskId);
    });
  }

  /** @returns a function that ends it */
  on(taskId: string, hear: () => void): () => void {
    const hearers = this.#hearers.get(taskId) ?? new Set();
    this.#hearers.set(taskId, hearers.add(hear));
    return () => {
      hearers.delete(hear);
      if (hearers.size === 0) this.#hearers.delete(taskId);
    };
  }

  leave(): void {
    this.#leave();
  }
}

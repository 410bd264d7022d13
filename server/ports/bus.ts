/** A hint that a task changed. Carries no state: whoever hears it reads the store, so a lost or repeated hint is harmless. */
export interface TaskChanged {
  readonly taskId: string;
  readonly revision: number;
}

/** How writers wake listeners and workers. Delivery is best effort and may be late, repeated or out of order. */
export interface Bus {
  publish(change: TaskChanged): void;
  /** @returns a function that ends the subscription */
  subscribe(hear: (change: TaskChanged) => void): () => void;
}

/** The bus of a single process. A subscriber that throws does not stop the others. */
export class LocalBus implements Bus {
  readonly #subscribers = new Set<(change: TaskChanged) => void>();

  publish(change: TaskChanged): void {
    for (const hear of [...this.#subscribers]) {
      try {
        hear(change);
      } catch {
        // A listener's failure is its own: the change is committed, and the others must hear of it.
      }
    }
  }

  subscribe(hear: (change: TaskChanged) => void): () => void {
    this.#subscribers.add(hear);
    return () => this.#subscribers.delete(hear);
  }
}

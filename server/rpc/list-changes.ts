import type { ListKind } from '../tasks/context.ts';

/** Tells open listens of this process that a list has changed. A hint without content: whoever hears it asks for the list again. */
export class ListChanges {
  readonly #hearers = new Set<(kind: ListKind) => void>();

  publish(kind: ListKind): void {
    for (const hear of [...this.#hearers]) hear(kind);
  }

  /** @returns a function that ends the subscription */
  subscribe(hear: (kind: ListKind) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }
}

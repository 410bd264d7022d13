/** Runs work on one key in the order of asking, each after the last has settled; different keys run side by side. */
export class Serial {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** @returns what `work` returns; a failure is its caller's alone and does not stop what waits behind it */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const tail: Promise<void> = result.then(
      () => this.#done(key, tail),
      () => this.#done(key, tail),
    );
    this.#tails.set(key, tail);
    return result;
  }

  /** Resolves when all work that has been asked for has settled. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }

  #done(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key);
  }
}

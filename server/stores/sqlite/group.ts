import { inTransaction, type SqlDatabase } from './driver.ts';

/** The most writes in one transaction: the longer it is, the longer reads have to wait for it. */
const MOST_TOGETHER = 64;

interface Waiting {
  /** Writes. Run again from its start where its first transaction was rolled back, so it keeps nothing outside the database. */
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: writes that come within two turns of the event loop share a transaction, and so a sync of the disk, which is what a
 * write costs. Each is acknowledged after the commit, never before. Where one of them throws, all are rolled back and each is
 * tried again in a transaction of its own, so that none fails, or is kept, because of another (SPEC.md, S34).
 */
export class GroupCommit {
  readonly #db: SqlDatabase;
  #waiting: Waiting[] = [];

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** Resolves with what `work` returned when that is stored; rejects with what it threw, or what the database did. */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The end of the next turn. By then every request that has arrived has got as far as its own write, those behind them too, and
      // look-ups that came with them (lookups.ts), which the sync would hold up, have been answered.
      if (this.#waiting.length === 0) setImmediate(() => setImmediate(() => this.flush()));
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Stores all that waits, now. */
  flush(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < all.length; from += MOST_TOGETHER)
      this.#store(all.slice(from, from + MOST_TOGETHER));
  }

  #store(writes: readonly Waiting[]): void {
    let begun = false;
    try {
      const results = inTransaction(this.#db, () => {
        begun = true;
        return writes.map(({ work }) => work());
      });
      for (const [i, { resolve }] of writes.entries()) resolve(results[i]);
    } catch (error) {
      // Where not even the lock was to be had, no write is to blame, and each would wait for the lock anew.
      if (begun && writes.length > 1) for (const write of writes) this.#store([write]);
      else for (const { reject } of writes) reject(error);
    }
  }
}

import type { Clock } from '../../ports/clock.ts';

/** Entries that end after a while, `most` of them at a time: the oldest make room. Memory that a stranger cannot fill. */
export class Expiring<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly endsAt: number }>();
  readonly #clock: Clock;
  readonly #most: number;

  /** @param clock whose `mono` counts */
  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  set(key: string, value: V, lifeMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt: this.#clock.mono() + lifeMs });
    if (this.#entries.size <= this.#most) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    if (this.#clock.mono() < found.endsAt) return found.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** Gives it once: it is not there afterwards. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  deleteWhere(isMeant: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isMeant(value)) this.#entries.delete(key);
  }
}

import type { Clock } from '../../ports/clock.ts';

interface Entry<V> {
  readonly value: V;
  readonly endsAt: number;
  readonly owner: string;
}

/**
 * Entries that end after a while, `most` of them at a time. Where one too many comes, the oldest of whoever has the most makes room: a
 * stranger who fills the memory pushes out what is the stranger's own.
 */
export class Expiring<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #counts = new Map<string, number>();
  readonly #clock: Clock;
  readonly #most: number;

  /** @param clock whose `mono` counts */
  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** @param owner whose entry it is, such as a client */
  set(key: string, value: V, lifeMs: number, owner = ''): void {
    this.#delete(key);
    this.#entries.set(key, { value, endsAt: this.#clock.mono() + lifeMs, owner });
    this.#counts.set(owner, (this.#counts.get(owner) ?? 0) + 1);
    if (this.#entries.size > this.#most) this.#makeRoom();
  }

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    if (this.#clock.mono() < found.endsAt) return found.value;
    this.#delete(key);
    return undefined;
  }

  /** Gives it once: it is not there afterwards. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.#delete(key);
    return value;
  }

  deleteWhere(isMeant: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isMeant(value)) this.#delete(key);
  }

  /** Whether one more would push another one out. */
  isFull(): boolean {
    if (this.#entries.size >= this.#most) this.#endOld();
    return this.#entries.size >= this.#most;
  }

  #makeRoom(): void {
    this.#endOld();
    if (this.#entries.size <= this.#most) return;
    let greediest = '';
    let most = 0;
    for (const [owner, count] of this.#counts) if (count > most) [greediest, most] = [owner, count];
    const oldest = [...this.#entries].find(([, { owner }]) => owner === greediest);
    if (oldest !== undefined) this.#delete(oldest[0]);
  }

  #endOld(): void {
    const now = this.#clock.mono();
    for (const [key, { endsAt }] of this.#entries) if (endsAt <= now) this.#delete(key);
  }

  #delete(key: string): void {
    const found = this.#entries.get(key);
    if (found === undefined) return;
    this.#entries.delete(key);
    const left = (this.#counts.get(found.owner) ?? 1) - 1;
    if (left === 0) this.#counts.delete(found.owner);
    else this.#counts.set(found.owner, left);
  }
}

import type { LogEvent } from '../../../server/protocol/recording.ts';
import { fold } from './fold.ts';
import { emptyWorld, type FoldedWorld } from './folded.ts';

/** A keyframe is kept every so many events; a state in the past costs at most so many folds. */
export const KEYFRAME_EVERY = 1_000;
const CACHED = 16;

/** What the worlds are folded from: an append-only log. */
export interface Events {
  readonly length: number;
  read(seq: number): LogEvent;
}

/**
 * The states of a log: newest, or at any event. Folds share structure, so a keyframe costs what changed since the one before.
 * The same `n` gives the same object while it is cached (the newest always is).
 */
export class Worlds {
  readonly #log: Events;
  readonly #keyframes: FoldedWorld[] = [emptyWorld()];
  readonly #cache = new Map<number, FoldedWorld>();
  #newest: FoldedWorld;

  constructor(log: Events) {
    this.#log = log;
    this.#newest = this.#keyframes[0] ?? emptyWorld();
  }

  /** The state after the first `n` events; clamped to what the log has. */
  at(n: number = this.#log.length): FoldedWorld {
    const upTo = Math.max(0, Math.min(Math.trunc(n), this.#log.length));
    if (upTo >= this.#newest.upTo) return this.#advance(upTo);
    const cached = this.#cache.get(upTo);
    if (cached !== undefined) return cached;
    let start = this.#keyframes[Math.floor(upTo / KEYFRAME_EVERY)] ?? emptyWorld();
    // Who plays a recording asks for one state after the other: each goes on from the last.
    for (const before of this.#cache.values())
      if (before.upTo <= upTo && before.upTo > start.upTo) start = before;
    const world = fold(start, this.#events(start.upTo, upTo));
    this.#cache.set(upTo, world);
    const oldest = this.#cache.size > CACHED ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    return world;
  }

  #advance(upTo: number): FoldedWorld {
    while (this.#newest.upTo < upTo) {
      const next = Math.min(upTo, this.#keyframes.length * KEYFRAME_EVERY);
      this.#newest = fold(this.#newest, this.#events(this.#newest.upTo, next));
      if (next === this.#keyframes.length * KEYFRAME_EVERY) this.#keyframes.push(this.#newest);
    }
    return this.#newest;
  }

  *#events(from: number, to: number): IterableIterator<LogEvent> {
    for (let seq = from; seq < to; seq += 1) yield this.#log.read(seq);
  }
}

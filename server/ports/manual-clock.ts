import type { CancelTimer, Clock } from './clock.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly fire: () => void;
}

/**
 * A clock that moves only when told to. `advance` fires due timers in order of time, then of making, and lets promise
 * reactions run in between, so that work that a timer starts (and the timers it sets in turn) happens at its own time.
 */
export class ManualClock implements Clock {
  #wall: number;
  #mono = 0;
  #order = 0;
  #timers: Timer[] = [];
  readonly #settle: () => Promise<void>;

  /**
   * @param wall wall time at the start, ms since the epoch (default 2026-07-28T12:00:00Z)
   * @param settle how to let pending work run between timers; default: 50 turns of the microtask queue. A test whose store does
   * real I/O passes one that waits for a macrotask.
   */
  constructor(wall: number = 1_785_240_000_000, settle: () => Promise<void> = microtasks) {
    this.#wall = wall;
    this.#settle = settle;
  }

  now(): number {
    return this.#wall;
  }

  mono(): number {
    return this.#mono;
  }

  after(ms: number, fire: () => void): CancelTimer {
    const timer: Timer = { due: this.#mono + Math.max(0, ms), order: this.#order++, fire };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((t) => t !== timer);
    };
  }

  /** Moves time forward by `ms`, firing what falls due on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.#mono + ms;
    await this.#settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#move(next.due);
      this.#timers = this.#timers.filter((t) => t !== next);
      next.fire();
      await this.#settle();
    }
    this.#move(end);
    await this.#settle();
  }

  /** Moves to the next timer and fires it; false where none is set. */
  async jump(): Promise<boolean> {
    await this.#settle();
    const next = this.#next(Number.POSITIVE_INFINITY);
    if (next === undefined) return false;
    await this.advance(Math.max(0, next.due - this.#mono));
    return true;
  }

  /** Sets the wall clock alone, as a time server or a person would; monotonic time and timers are not touched. */
  setWall(now: number): void {
    this.#wall = now;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.length;
  }

  #move(mono: number): void {
    const by = Math.max(0, mono - this.#mono);
    this.#mono += by;
    this.#wall += by;
  }

  #next(until: number): Timer | undefined {
    let best: Timer | undefined;
    for (const t of this.#timers) {
      if (t.due > until) continue;
      if (best === undefined || t.due < best.due || (t.due === best.due && t.order < best.order)) best = t;
    }
    return best;
  }
}

async function microtasks(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
}

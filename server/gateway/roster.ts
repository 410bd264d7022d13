import type { Replica } from './replica.ts';

/** One replica as the view tells it. */
export interface ReplicaRow {
  readonly replica: string;
  /** False while it is passed over because it did not answer. */
  readonly up: boolean;
  /** Answers that it has begun. */
  readonly served: number;
  /** Times that it could not be reached, or broke off before or in the middle of its answer. */
  readonly failed: number;
}

/** How long a replica that did not answer is passed over, ms; it is tried all the same where no other is left. */
const PAUSE_MS = 1_000;

interface Standing {
  readonly replica: Replica;
  served: number;
  failed: number;
  /** On the monotonic clock, ms. */
  downUntil: number;
}

/** The replicas, whose turn it is, and which of them are down. */
export class Roster {
  readonly #all: readonly Standing[];
  #turn = 0;

  constructor(replicas: readonly Replica[]) {
    this.#all = replicas.map((replica) => ({
      replica,
      served: 0,
      failed: 0,
      downUntil: Number.NEGATIVE_INFINITY,
    }));
  }

  /**
   * All replicas in the order in which to try them: `home` (the task's route) if it is up, the others by turn, those that are
   * down last.
   * @param mono the monotonic clock, ms
   */
  order(home: string | undefined, mono: number): readonly Replica[] {
    const count = this.#all.length;
    const start = this.#turn;
    const byTurn = this.#all.map((_, i) => this.#all[(start + i) % count]).filter((one) => one !== undefined);
    const rank = (one: Standing): number => (one.downUntil > mono ? 2 : one.replica.name === home ? 0 : 1);
    const sorted = byTurn.sort((a, b) => rank(a) - rank(b));
    // Only a request without a home takes a turn: polls of one task do not decide where new work goes.
    if (sorted[0] !== undefined && sorted[0].replica.name !== home)
      this.#turn = (this.#all.indexOf(sorted[0]) + 1) % count;
    return sorted.map((one) => one.replica);
  }

  answered(name: string): void {
    const one = this.#find(name);
    if (one === undefined) return;
    one.served += 1;
    one.downUntil = Number.NEGATIVE_INFINITY;
  }

  /** @returns whether it was not known to be down */
  failed(name: string, mono: number): boolean {
    const one = this.#find(name);
    if (one === undefined) return false;
    const isNews = one.downUntil <= mono;
    one.failed += 1;
    one.downUntil = mono + PAUSE_MS;
    return isNews;
  }

  rows(mono: number): readonly ReplicaRow[] {
    return this.#all.map(({ replica, served, failed, downUntil }) => ({
      replica: replica.name,
      up: downUntil <= mono,
      served,
      failed,
    }));
  }

  #find(name: string): Standing | undefined {
    return this.#all.find((one) => one.replica.name === name);
  }
}

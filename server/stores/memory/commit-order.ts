import type { StoredEvent, Transitions } from '../../ports/task-store.ts';

/**
 * The one order of all commits. A commit takes its place before it is written, because the place is written with it; so one that is
 * ahead may be stable before one that is behind, and readers are told neither until the first is decided.
 */
export class CommitOrder {
  #last = 0;
  readonly #underWay = new Set<number>();
  readonly #events = new Map<number, StoredEvent>();

  /** Takes the next place. `add` or `end` must follow. */
  begin(): number {
    this.#last += 1;
    this.#underWay.add(this.#last);
    return this.#last;
  }

  /** The event is committed, in this run or before it. */
  add(event: StoredEvent): void {
    this.end(event.seq);
    if (event.seq > 0) this.#events.set(event.seq, event);
  }

  /** The place is decided, and may stay empty. */
  end(seq: number): void {
    this.#underWay.delete(seq);
    this.#last = Math.max(this.#last, seq);
  }

  /** The event's task is gone. */
  remove(event: StoredEvent): void {
    this.#events.delete(event.seq);
  }

  after(place: number, limit: number): Transitions {
    const decided = Math.min(this.#last, ...[...this.#underWay].map((seq) => seq - 1));
    const events: StoredEvent[] = [];
    for (let seq = place + 1; seq <= decided; seq += 1) {
      const event = this.#events.get(seq);
      if (event === undefined) continue;
      events.push(event);
      if (events.length === limit) return { events, upTo: seq };
    }
    return { events, upTo: Math.max(decided, 0) };
  }
}

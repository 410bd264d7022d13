import type { StoredEvent, TaskStore } from '../ports/task-store.ts';
import type { FromLab } from '../protocol/lab.ts';

/** The most transitions read and sent at a time; what else waits does so in the store. */
const BATCH = 100;

/** A socket as its feed has it. */
export interface Outlet {
  /** Resolves when the message has left this process, or never will. A feed sends no more before that. */
  send(message: FromLab): Promise<void>;
  readonly open: boolean;
}

/**
 * Tells one socket all transitions after a place, in the order of their commits, each once. The store is the queue: a reader that is slow
 * only falls behind, and holds no memory. It reads when told that something may have changed; a hint too few only delays.
 */
export class Feed {
  readonly #store: TaskStore;
  readonly #outlet: Outlet;
  #at: number;
  #hinted = false;
  #running: Promise<void> | undefined;

  /** @param after the place after which it begins */
  constructor(store: TaskStore, outlet: Outlet, after: number) {
    this.#store = store;
    this.#outlet = outlet;
    this.#at = after;
  }

  /** Something may have been committed. */
  hint(): void {
    this.#hinted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // One that came while this was ending.
      if (this.#hinted && this.#outlet.open) this.hint();
    });
  }

  async #run(): Promise<void> {
    while (this.#hinted && this.#outlet.open) {
      this.#hinted = false;
      try {
        while (this.#outlet.open && (await this.#next()));
      } catch {
        // The store cannot answer now; the transitions are safe in it, and the next hint asks again.
        return;
      }
    }
  }

  /** @returns whether there may be more at once */
  async #next(): Promise<boolean> {
    const { events, upTo } = await this.#store.transitions(this.#at, BATCH);
    for (const event of events) {
      await this.#pass(event.seq - 1);
      await this.#outlet.send(messageOf(event));
      this.#at = event.seq;
    }
    await this.#pass(upTo);
    return events.length === BATCH;
  }

  /** Accounts for places up to `to` that hold nothing. */
  async #pass(to: number): Promise<void> {
    if (to <= this.#at) return;
    await this.#outlet.send({ type: 'gone', from: this.#at + 1, to });
    this.#at = to;
  }
}

function messageOf({ seq, taskId, revision, kind, from, to, at, mono, bootId }: StoredEvent): FromLab {
  const whose = { mono: mono ?? null, bootId: bootId ?? null };
  return { type: 'transition', seq, taskId, revision, kind, from, to, serverTime: at, ...whose };
}

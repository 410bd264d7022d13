import type { Clock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';

/** A web-standard request handler. */
export type Fetch = (request: Request) => Promise<Response>;

/** What a fault has beside the boundary that it wraps. */
export interface Around {
  /** The time of the tasks, which may be steered. */
  readonly clock: Clock;
  /** Real time: connections live in it. */
  readonly machine: Clock;
}

/**
 * One failure mode, as a wrapper around a boundary of the server (design, idea 6). Faults apply in order: the first is the
 * innermost. `explanation` says in a sentence what goes wrong and what a client sees of it.
 */
export interface Fault {
  readonly name: string;
  readonly explanation: string;
  wrapFetch?(inner: Fetch, around: Around): Fetch;
  wrapStore?(inner: TaskStore, around: Around): TaskStore;
  wrapClock?(inner: Clock, around: Around): Clock;
}

import type { TaskStore } from '../ports/task-store.ts';

/** A web-standard request handler. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * One failure mode, as a wrapper around a boundary of the server (design, idea 6). Faults apply in order: the first is the
 * innermost. `explanation` says in a sentence what goes wrong and what a client sees of it.
 */
export interface Fault {
  readonly name: string;
  readonly explanation: string;
  wrapFetch?(inner: Fetch): Fetch;
  wrapStore?(inner: TaskStore): TaskStore;
}

import type { InputRequests, InputResponses } from '../protocol/inputs.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { TaskStatus } from '../protocol/task.ts';

/** Who owns a task (R7, R70). Both parts are compared on every read. */
export interface Owner {
  readonly tenant: string;
  readonly principal: string;
}

/** Where a task's work stands: the step to run next, with the state that it needs. Versioned, so that old rows are refused clearly. */
export interface StepPointer {
  readonly tool: string;
  readonly toolVersion: number;
  readonly step: string;
  readonly state: JsonValue;
}

/** A worker's hold on a task: other workers leave it alone until `expiresAt` (ms since the epoch). */
export interface Lease {
  readonly worker: string;
  readonly epoch: number;
  readonly expiresAt: number;
}

/** Everything that is kept of a task (R69). Times are ms since the epoch, durations ms. */
export interface TaskRow {
  readonly taskId: string;
  readonly owner: Owner;
  readonly status: TaskStatus;
  readonly statusMessage: string | null;
  readonly createdAt: number;
  readonly lastUpdatedAt: number;
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number | null;
  /** The original request: method and params without `_meta`. */
  readonly operation: { readonly method: string; readonly params: JsonObject };
  readonly next: StepPointer;
  /** When the next step is due, or null where nothing is to be run (a question is open, or the task has ended). */
  readonly wakeAt: number | null;
  readonly result: JsonObject | null;
  readonly error: JsonObject | null;
  /** Every request ever issued, by key; keys are unique for the task's lifetime (R42). */
  readonly issued: InputRequests;
  /** Keys of `issued` that still wait for an answer, in the order in which they were asked. */
  readonly outstanding: readonly string[];
  /** The first answer to each key (R44). */
  readonly answers: InputResponses;
  readonly cancelRequestedAt: number | null;
  /** Grows by one with each committed change; 1 at creation. */
  readonly revision: number;
  /** Grows by one with each claim; a write that names an older epoch is refused. 0 before the first claim. */
  readonly epoch: number;
  readonly lease: Lease | null;
}

/** One committed transition, stored in the same transaction as the row that it made. */
export interface TaskEvent {
  readonly taskId: string;
  readonly revision: number;
  readonly at: number;
  /** What happened: created, step, asked, answered, cancel_requested, completed, failed, cancelled, expired. */
  readonly kind: string;
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
  /** Monotonic time of the server that committed it, ms since its start; absent where it did not say. */
  readonly mono?: number;
  /** Which start of a server committed it. */
  readonly bootId?: string;
}

/** A transition as it is read back. */
export interface StoredEvent extends TaskEvent {
  /** Its place in the one order of all commits to the store, from 1; never given twice. 0: stored before there was an order. */
  readonly seq: number;
}

/** A stretch of the order of commits. A place up to `upTo` that is not among `events` is one of a task that has been removed, or of none. */
export interface Transitions {
  /** Ascending by `seq`. */
  readonly events: readonly StoredEvent[];
  /** Everything up to this place is decided: what is not told now never will be. */
  readonly upTo: number;
}

/** What a write is conditional on. `epoch` is given by workers alone: the row must still be at it, with an unexpired or unclaimed lease. */
export interface Expected {
  readonly revision: number;
  readonly epoch?: number;
}

export type CommitOutcome =
  | { readonly kind: 'committed' }
  /** The row has moved on: read again and decide anew. */
  | { readonly kind: 'conflict' }
  /** The worker's epoch is no longer the row's: its lease was lost. */
  | { readonly kind: 'fenced' }
  | { readonly kind: 'gone' };

export type Found =
  | { readonly kind: 'task'; readonly row: TaskRow }
  /** The task was purged after its TTL and the asker owned it (told to the owner only, R70). */
  | { readonly kind: 'expired'; readonly purgedAt: number };

/** Where a page of a history ended: the last task that it told. */
export interface HistoryPosition {
  readonly createdAt: number;
  readonly taskId: string;
}

/** Which of an owner's tasks to tell (R36). Left out, a filter lets everything through. */
export interface HistoryQuery {
  readonly status?: TaskStatus;
  /** Name of the tool that the task runs, exactly. */
  readonly tool?: string;
  /** Tells only what comes after this position. The task itself need not be there any more. */
  readonly after?: HistoryPosition;
  readonly limit: number;
}

/** Raised by a store that cannot keep its promise (full disk, torn file, newer version). `code` is stable; the call changed nothing. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'full' | 'torn' | 'newer-version' | 'locked' | 'io';

  constructor(code: StoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Durable storage of tasks. It decides nothing about tasks: the state machine makes rows, the store commits them atomically,
 * each with its event. Every promise that resolves after a write means: on stable storage, visible to every later read.
 * All times are given by the caller (ms since the epoch); a store has no clock.
 */
export interface TaskStore {
  /** Set where a read may lag behind a committed write: whoever wrote waits then until it can be read (R4). */
  readonly eventual?: boolean;

  /** Persists a new row (revision 1, epoch 0, no lease) with its event (R3). Rejects with StoreError, or Error where the id exists. */
  create(row: TaskRow, event: TaskEvent): Promise<void>;

  /** The task if `owner` owns it; `expired` where it was purged and `owner` owned it; undefined for unknown and foreign ids alike. */
  find(taskId: string, owner: Owner): Promise<Found | undefined>;

  /**
   * Tasks of `owner` alone, newest first: by createdAt, equal times by id, both descending. Purged tasks are gone from it.
   * An index leads to the owner's rows, so other owners' tasks cost nothing.
   */
  history(owner: Owner, query: HistoryQuery): Promise<readonly TaskRow[]>;

  /**
   * Replaces the row if `expected` still holds; `row.revision` must be `expected.revision + 1`. One transaction with `event`.
   * A claim leaves the revision as it is, so a row read before it may carry an old lease: whatever `row` says, owner, createdAt and
   * epoch stay as they are stored, and the lease does too unless a worker's `epoch` is given (null lets go of it, another extends it).
   */
  commit(row: TaskRow, expected: Expected, event: TaskEvent): Promise<CommitOutcome>;

  /**
   * Takes the lease of one task that is due: wakeAt <= now, and no lease or one that expired by `now`. Earliest wakeAt first.
   * Sets lease {worker, epoch: old + 1, expiresAt: now + leaseMs} and epoch; the revision stays. Undefined where none is due.
   */
  claim(worker: string, now: number, leaseMs: number): Promise<TaskRow | undefined>;

  /** Lets go of a lease without a change, if `epoch` is still the row's. */
  release(taskId: string, epoch: number): Promise<void>;

  /** When a claim could next succeed: the least of max(wakeAt, lease expiry), over rows with a wakeAt; undefined where there is none. */
  nextWake(): Promise<number | undefined>;

  /** Up to `limit` rows whose createdAt + ttlMs <= now and that have not ended, earliest first (R71). */
  overdue(now: number, limit: number): Promise<readonly TaskRow[]>;

  /** Removes ended rows whose createdAt + ttlMs + retentionMs <= now, leaving a mark of id and owner. @returns how many */
  purge(now: number, retentionMs: number, limit: number): Promise<number>;

  /**
   * Removes marks that a purge left `markMs` ago or earlier, oldest first: their ids are unknown to everybody from then on.
   * @returns how many
   */
  forget(now: number, markMs: number, limit: number): Promise<number>;
  /** When `overdue`, `purge` or `forget` will next have work, given retention and `markMs`; undefined where never. */
  nextExpiry(retentionMs: number, markMs: number): Promise<number | undefined>;

  /** The committed transitions of a task, oldest first; empty where the id is unknown or purged. */
  events(taskId: string): Promise<readonly StoredEvent[]>;

  /**
   * The transitions of all tasks that were committed after the place `after`, in the order of their commits, at most `limit`; one of a
   * commit under way is told by a later call. For whoever runs the server, not for owners.
   */
  transitions(after: number, limit: number): Promise<Transitions>;

  /** Up to `limit` tasks with work to do that are under a lease, also one that ran out; the lease that ends first is first. */
  leased(limit: number): Promise<readonly TaskRow[]>;

  /** Keeps a small thing of the server's own, such as the setting of its clock, in place of what had this name. */
  keep(name: string, value: JsonValue): Promise<void>;

  /** What `keep` kept last under this name; undefined where it never did. */
  kept(name: string): Promise<JsonValue | undefined>;

  /** Ends all use; later calls reject. */
  close(): Promise<void>;
}

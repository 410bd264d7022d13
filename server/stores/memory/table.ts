import type {
  CommitOutcome,
  Expected,
  Found,
  HistoryQuery,
  Owner,
  StoredEvent,
  TaskEvent,
  TaskRow,
  Transitions,
} from '../../ports/task-store.ts';
import { isTerminal } from '../../protocol/task.ts';
import { checkCommit, checkCreation } from './checks.ts';
import { CommitOrder } from './commit-order.ts';
import { frozenCopy } from './frozen.ts';
import { OwnerIndex } from './owner-index.ts';

/** A task with its transitions, oldest first. Deeply frozen. */
export interface Entry {
  readonly row: TaskRow;
  readonly events: readonly StoredEvent[];
}

/** What is left of a purged task. `purgedAt` is ms since the epoch. */
export interface Mark {
  readonly taskId: string;
  readonly owner: Owner;
  readonly purgedAt: number;
  /** The place of its last transition, which no other may get; absent in marks of before there was an order. */
  readonly seq?: number;
}

export type CommitPlan =
  | { readonly kind: 'write'; readonly entry: Entry }
  | { readonly kind: 'refuse'; readonly outcome: CommitOutcome };

/**
 * Tasks in memory, and the store's rules (SPEC.md) over them. Synchronous: each `plan…` says what a write would store and changes
 * nothing but that it takes a place in the order of commits; `put` and `bury` make it so, or `giveUp` says that it will not be. A store
 * that needs stable storage writes in between, and whoever reads sees only what is put.
 */
export class TaskTable {
  readonly #entries = new Map<string, Entry>();
  readonly #marks = new Map<string, Mark>();
  readonly #owners = new OwnerIndex();
  readonly #order = new CommitOrder();

  planCreate(row: TaskRow, event: TaskEvent): Entry {
    checkCreation(row, event);
    if (this.#entries.has(row.taskId) || this.#marks.has(row.taskId))
      throw new Error(`task ${row.taskId} exists already`);
    return frozenCopy({ row, events: [{ ...event, seq: this.#order.begin() }] });
  }

  /** Owner, creation time and epoch are never taken from `row`, and a lease only from the worker that holds it (S9, S10). */
  planCommit(row: TaskRow, expected: Expected, event: TaskEvent): CommitPlan {
    checkCommit(row, expected, event);
    const entry = this.#entries.get(row.taskId);
    if (entry === undefined) return { kind: 'refuse', outcome: { kind: 'gone' } };
    const { owner, createdAt, epoch, lease, revision } = entry.row;
    if (expected.epoch !== undefined && expected.epoch !== epoch)
      return { kind: 'refuse', outcome: { kind: 'fenced' } };
    if (expected.revision !== revision) return { kind: 'refuse', outcome: { kind: 'conflict' } };
    const kept = { owner, createdAt, epoch, lease: expected.epoch === undefined ? lease : row.lease };
    const next = frozenCopy({ row: { ...row, ...kept }, event: { ...event, seq: this.#order.begin() } });
    return { kind: 'write', entry: withRow(next.row, [...entry.events, next.event]) };
  }

  /** The id of the task to claim next: due, free, and not in `skip`. */
  firstDue(now: number, skip?: ReadonlySet<string>): string | undefined {
    let best: TaskRow | undefined;
    for (const { row } of this.#entries.values()) {
      if (!isDue(row, now) || skip?.has(row.taskId)) continue;
      if (best === undefined || earlier(row.wakeAt ?? 0, row, best.wakeAt ?? 0, best)) best = row;
    }
    return best?.taskId;
  }

  /** @param leaseMs length of the lease. Undefined where the task is not, or no longer, due. */
  planClaim(taskId: string, worker: string, now: number, leaseMs: number): Entry | undefined {
    const entry = this.#entries.get(taskId);
    if (entry === undefined || !isDue(entry.row, now)) return undefined;
    const epoch = entry.row.epoch + 1;
    const lease = Object.freeze({ worker, epoch, expiresAt: now + leaseMs });
    return withRow({ ...entry.row, epoch, lease }, entry.events);
  }

  /** Undefined where there is nothing to let go of, or the lease is another's by now. */
  planRelease(taskId: string, epoch: number): Entry | undefined {
    const entry = this.#entries.get(taskId);
    if (entry === undefined || entry.row.epoch !== epoch || entry.row.lease === null) return undefined;
    return withRow({ ...entry.row, lease: null }, entry.events);
  }

  /** Marks of the tasks that may be purged, earliest first. */
  planPurge(now: number, retentionMs: number, limit: number): readonly Mark[] {
    return this.#expiring(now, retentionMs, limit, true).map(({ taskId, owner }) => ({
      taskId,
      owner,
      purgedAt: now,
      seq: this.#entries.get(taskId)?.events.at(-1)?.seq ?? 0,
    }));
  }

  /** Ids of the marks that may be forgotten, oldest first. */
  planForget(now: number, markMs: number, limit: number): readonly string[] {
    const old = [...this.#marks.values()].filter((mark) => mark.purgedAt + markMs <= now);
    old.sort((a, b) => (earlier(a.purgedAt, a, b.purgedAt, b) ? -1 : 1));
    return old.slice(0, limit).map((mark) => mark.taskId);
  }

  put(entry: Entry): void {
    const { row } = entry;
    // Owner and creation time never change (S9), so a row that is known keeps its place.
    if (!this.#entries.has(row.taskId)) this.#owners.add(row);
    const known = this.#entries.get(row.taskId)?.events.length ?? 0;
    this.#entries.set(row.taskId, entry);
    for (const event of entry.events.slice(known)) this.#order.add(event);
  }

  /** A planned write was not made: its place in the order stays empty. */
  giveUp(entry: Entry): void {
    this.#order.end(entry.events.at(-1)?.seq ?? 0);
  }

  bury(mark: Mark): void {
    this.#remove(mark.taskId);
    this.#order.end(mark.seq ?? 0);
    this.#marks.set(mark.taskId, mark);
  }

  forget(taskId: string): void {
    this.#remove(taskId);
    this.#marks.delete(taskId);
  }

  hasMark(taskId: string): boolean {
    return this.#marks.has(taskId);
  }

  entry(taskId: string): Entry | undefined {
    return this.#entries.get(taskId);
  }

  find(taskId: string, owner: Owner): Found | undefined {
    const row = this.#entries.get(taskId)?.row;
    if (row !== undefined) return sameOwner(row.owner, owner) ? { kind: 'task', row } : undefined;
    const mark = this.#marks.get(taskId);
    if (mark === undefined || !sameOwner(mark.owner, owner)) return undefined;
    return { kind: 'expired', purgedAt: mark.purgedAt };
  }

  history(owner: Owner, { status, tool, after, limit }: HistoryQuery): readonly TaskRow[] {
    const told: TaskRow[] = [];
    for (const taskId of this.#owners.newestFirst(owner, after)) {
      if (told.length >= limit) break;
      const row = this.#entries.get(taskId)?.row;
      if (row === undefined || (status !== undefined && row.status !== status)) continue;
      if (tool === undefined || row.next.tool === tool) told.push(row);
    }
    return told;
  }

  transitions(after: number, limit: number): Transitions {
    return this.#order.after(after, limit);
  }

  leased(limit: number): readonly TaskRow[] {
    const held: { at: number; row: TaskRow }[] = [];
    for (const { row } of this.#entries.values()) {
      if (row.wakeAt !== null && row.lease !== null) held.push({ at: row.lease.expiresAt, row });
    }
    held.sort((a, b) => (earlier(a.at, a.row, b.at, b.row) ? -1 : 1));
    return held.slice(0, limit).map(({ row }) => row);
  }

  nextWake(): number | undefined {
    let least: number | undefined;
    for (const { row } of this.#entries.values()) {
      if (row.wakeAt === null) continue;
      const ready = Math.max(row.wakeAt, row.lease?.expiresAt ?? row.wakeAt);
      if (least === undefined || ready < least) least = ready;
    }
    return least;
  }

  overdue(now: number, limit: number): readonly TaskRow[] {
    return this.#expiring(now, 0, limit, false);
  }

  nextExpiry(retentionMs: number, markMs: number): number | undefined {
    let least: number | undefined;
    for (const { purgedAt } of this.#marks.values()) {
      if (least === undefined || purgedAt + markMs < least) least = purgedAt + markMs;
    }
    for (const { row } of this.#entries.values()) {
      if (row.ttlMs === null) continue;
      const at = row.createdAt + row.ttlMs + (isTerminal(row.status) ? retentionMs : 0);
      if (least === undefined || at < least) least = at;
    }
    return least;
  }

  #remove(taskId: string): void {
    const entry = this.#entries.get(taskId);
    if (entry === undefined) return;
    this.#owners.remove(entry.row);
    for (const event of entry.events) this.#order.remove(event);
    this.#entries.delete(taskId);
  }

  #expiring(now: number, retentionMs: number, limit: number, ended: boolean): readonly TaskRow[] {
    const found: { at: number; row: TaskRow }[] = [];
    for (const { row } of this.#entries.values()) {
      if (row.ttlMs === null || isTerminal(row.status) !== ended) continue;
      const at = row.createdAt + row.ttlMs;
      if (at + retentionMs <= now) found.push({ at, row });
    }
    found.sort((a, b) => (earlier(a.at, a.row, b.at, b.row) ? -1 : 1));
    return found.slice(0, limit).map(({ row }) => row);
  }
}

function isDue(row: TaskRow, now: number): boolean {
  return row.wakeAt !== null && row.wakeAt <= now && (row.lease === null || row.lease.expiresAt <= now);
}

function sameOwner(a: Owner, b: Owner): boolean {
  return a.tenant === b.tenant && a.principal === b.principal;
}

/** By time, then by id, so that every store gives one and the same order. */
function earlier(
  at: number,
  row: { readonly taskId: string },
  otherAt: number,
  other: { readonly taskId: string },
): boolean {
  return at < otherAt || (at === otherAt && row.taskId < other.taskId);
}

function withRow(row: TaskRow, events: readonly StoredEvent[]): Entry {
  return Object.freeze({ row: Object.freeze(row), events: Object.freeze(events) });
}

import type {
  CommitOutcome,
  Expected,
  Found,
  HistoryPosition,
  HistoryQuery,
  Owner,
  StoredEvent,
  TaskEvent,
  TaskRow,
  Transitions,
} from '../ports/task-store.ts';

const ENDED: readonly string[] = ['completed', 'failed', 'cancelled'];

/** SPEC.md once more, as plainly as can be and in no way shared with a store: lists, loops, no indexes. */
export class Model {
  readonly rows: TaskRow[] = [];
  readonly happened: StoredEvent[] = [];
  readonly marks: { taskId: string; owner: Owner; purgedAt: number }[] = [];

  create(row: TaskRow, event: TaskEvent): 'created' | 'exists' {
    if ([...this.rows, ...this.marks].some((one) => one.taskId === row.taskId)) return 'exists';
    this.rows.push(row);
    this.happened.push({ ...event, seq: this.happened.length + 1 });
    return 'created';
  }

  find(taskId: string, owner: Owner): Found | undefined {
    const mine = (one: { taskId: string; owner: Owner }) =>
      one.taskId === taskId && JSON.stringify(one.owner) === JSON.stringify(owner);
    const row = this.rows.find(mine);
    const mark = this.marks.find(mine);
    if (row !== undefined) return { kind: 'task', row };
    return mark && { kind: 'expired', purgedAt: mark.purgedAt };
  }

  history(owner: Owner, { status, tool, after, limit }: HistoryQuery): readonly TaskRow[] {
    const fits = this.rows.filter(
      (row) =>
        JSON.stringify(row.owner) === JSON.stringify(owner) &&
        (status === undefined || row.status === status) &&
        (tool === undefined || row.next.tool === tool) &&
        (after === undefined || byCreation(row, after) < 0),
    );
    return fits.sort((a, b) => byCreation(b, a)).slice(0, limit);
  }

  commit(row: TaskRow, expected: Expected, event: TaskEvent): CommitOutcome {
    const at = this.rows.findIndex((one) => one.taskId === row.taskId);
    const old = this.rows[at];
    if (old === undefined) return { kind: 'gone' };
    const byWorker = expected.epoch !== undefined;
    if (byWorker && expected.epoch !== old.epoch) return { kind: 'fenced' };
    if (expected.revision !== old.revision) return { kind: 'conflict' };
    const { owner, createdAt, epoch } = old;
    this.rows[at] = { ...row, owner, createdAt, epoch, lease: byWorker ? row.lease : old.lease };
    this.happened.push({ ...event, seq: this.happened.length + 1 });
    return { kind: 'committed' };
  }

  claim(worker: string, now: number, leaseMs: number): TaskRow | undefined {
    const due = this.rows.filter((row) => readyAt(row) <= now);
    due.sort((a, b) => Number(a.wakeAt) - Number(b.wakeAt) || (a.taskId < b.taskId ? -1 : 1));
    const [row] = due;
    if (row === undefined) return undefined;
    const epoch = row.epoch + 1;
    const claimed = { ...row, epoch, lease: { worker, epoch, expiresAt: now + leaseMs } };
    this.rows[this.rows.indexOf(row)] = claimed;
    return claimed;
  }

  release(taskId: string, epoch: number): void {
    const at = this.rows.findIndex((row) => row.taskId === taskId && row.epoch === epoch);
    const row = this.rows[at];
    if (row !== undefined) this.rows[at] = { ...row, lease: null };
  }

  nextWake(): number | undefined {
    return least(this.rows.map(readyAt));
  }

  overdue(now: number, limit: number): readonly TaskRow[] {
    const late = this.rows.filter((row) => !ENDED.includes(row.status) && endOf(row) <= now);
    return late.sort(byEnd).slice(0, limit);
  }

  purge(now: number, retentionMs: number, limit: number): number {
    const old = this.rows.filter((row) => ENDED.includes(row.status) && endOf(row) + retentionMs <= now);
    const purged = old.sort(byEnd).slice(0, limit);
    for (const row of purged) {
      this.rows.splice(this.rows.indexOf(row), 1);
      this.marks.push({ taskId: row.taskId, owner: row.owner, purgedAt: now });
    }
    return purged.length;
  }

  forget(now: number, markMs: number, limit: number): number {
    const old = this.marks.filter((mark) => mark.purgedAt + markMs <= now);
    old.sort((a, b) => a.purgedAt - b.purgedAt || (a.taskId < b.taskId ? -1 : 1));
    const gone = old.slice(0, limit);
    for (const mark of gone) this.marks.splice(this.marks.indexOf(mark), 1);
    return gone.length;
  }

  nextExpiry(retentionMs: number, markMs: number): number | undefined {
    return least([
      ...this.rows.map((row) => endOf(row) + (ENDED.includes(row.status) ? retentionMs : 0)),
      ...this.marks.map((mark) => mark.purgedAt + markMs),
    ]);
  }

  transitions(after: number, limit: number): Transitions {
    const there = this.happened.filter((event) => this.rows.some((row) => row.taskId === event.taskId));
    const events = there.filter((event) => event.seq > after).slice(0, limit);
    const last = events.at(-1);
    return { events, upTo: events.length === limit && last ? last.seq : this.happened.length };
  }

  leased(limit: number): readonly TaskRow[] {
    const held = this.rows.filter((row) => row.lease !== null && row.wakeAt !== null);
    const end = (row: TaskRow) => Number(row.lease?.expiresAt);
    return held.sort((a, b) => end(a) - end(b) || (a.taskId < b.taskId ? -1 : 1)).slice(0, limit);
  }

  events(taskId: string): readonly StoredEvent[] {
    const known = this.rows.some((row) => row.taskId === taskId);
    return known ? this.happened.filter((event) => event.taskId === taskId) : [];
  }
}

function readyAt(row: TaskRow): number {
  if (row.wakeAt === null) return Number.POSITIVE_INFINITY;
  return row.lease === null ? row.wakeAt : Math.max(row.wakeAt, row.lease.expiresAt);
}

function endOf(row: TaskRow): number {
  return row.ttlMs === null ? Number.POSITIVE_INFINITY : row.createdAt + row.ttlMs;
}

function byEnd(a: TaskRow, b: TaskRow): number {
  return endOf(a) - endOf(b) || (a.taskId < b.taskId ? -1 : 1);
}

function byCreation(a: HistoryPosition, b: HistoryPosition): number {
  return a.createdAt - b.createdAt || (a.taskId < b.taskId ? -1 : a.taskId > b.taskId ? 1 : 0);
}

function least(times: readonly number[]): number | undefined {
  const min = Math.min(...times);
  return Number.isFinite(min) ? min : undefined;
}

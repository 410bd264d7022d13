import type { TaskStatus } from '../protocol/task.ts';
import { isTerminal } from '../protocol/task.ts';

/** What an answer told about a task. Times are ms since the epoch. */
export interface SeenTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** When its TTL ends; null where it has none, or none that could be read. */
  readonly expiresAt: number | null;
}

/** Where a task was first seen, so that later requests find what that replica has at hand. A hint: the store is the truth (R6). */
export interface RouteRow extends SeenTask {
  /** The replica whose answer the route was learnt from. */
  readonly replica: string;
  /** The replica that answered last; another one where `replica` was down, or routes are not used. */
  readonly servedBy: string;
  readonly learntAt: number;
  readonly usedAt: number;
  /** When an answer first told that the task has ended; null before. */
  readonly endedAt: number | null;
}

export interface RouteLimits {
  /** The most rows. Beyond it ended tasks go first, then those that nobody has asked for the longest. */
  readonly limit: number;
  /** How long a route is kept after the task has ended and its TTL has passed, ms: as long as the servers keep the task. */
  readonly retentionMs: number;
}

/** So often at most all rows are looked at for old ones, ms; what `find` and `rows` tell is exact all the same. */
const SWEEP_MS = 1_000;

/** Routes by task id. A row outlives its request and stays until the task has ended and its retention is over (R55). */
export class RouteTable {
  readonly #limits: RouteLimits;
  readonly #rows = new Map<string, RouteRow>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(limits: RouteLimits) {
    this.#limits = limits;
  }

  /** Takes in what `replica` told. A route that is known stays where it is; a task that has ended never comes back to life (R30). */
  learn({ taskId, status, expiresAt }: SeenTask, replica: string, now: number): void {
    this.#sweep(now);
    const known = this.find(taskId, now);
    if (known === undefined) {
      this.#makeRoom();
      const endedAt = isTerminal(status) ? now : null;
      const at = { learntAt: now, usedAt: now, endedAt };
      this.#rows.set(taskId, { taskId, status, expiresAt, replica, servedBy: replica, ...at });
      return;
    }
    const ended = known.endedAt !== null;
    this.#rows.set(taskId, {
      ...known,
      ...(ended ? {} : { status, expiresAt, endedAt: isTerminal(status) ? now : null }),
      servedBy: replica,
      usedAt: now,
    });
  }

  /** The route of a task, or undefined where none is known or its time is over. */
  find(taskId: string, now: number): RouteRow | undefined {
    const row = this.#rows.get(taskId);
    if (row === undefined || !this.#isOver(row, now)) return row;
    this.#rows.delete(taskId);
    return undefined;
  }

  /** Notes that `replica` served a request about the task. */
  served(taskId: string, replica: string, now: number): void {
    const row = this.find(taskId, now);
    if (row !== undefined) this.#rows.set(taskId, { ...row, servedBy: replica, usedAt: now });
  }

  /** In the order in which they were learnt. */
  rows(now: number): readonly RouteRow[] {
    this.#sweptAt = Number.NEGATIVE_INFINITY;
    this.#sweep(now);
    return [...this.#rows.values()];
  }

  #isOver({ endedAt, expiresAt }: RouteRow, now: number): boolean {
    return endedAt !== null && Math.max(endedAt, expiresAt ?? endedAt) + this.#limits.retentionMs <= now;
  }

  #sweep(now: number): void {
    // A clock that was put back does not stop the sweeps.
    if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [taskId, row] of this.#rows) if (this.#isOver(row, now)) this.#rows.delete(taskId);
  }

  /** Takes out one sixteenth at a time, so that a table that stays full is not sorted for every new task. */
  #makeRoom(): void {
    const { limit } = this.#limits;
    if (this.#rows.size < limit) return;
    const least = [...this.#rows.values()].sort(
      (a, b) => Number(a.endedAt === null) - Number(b.endedAt === null) || a.usedAt - b.usedAt,
    );
    for (const { taskId } of least.slice(0, Math.max(1, limit >> 4))) this.#rows.delete(taskId);
  }
}

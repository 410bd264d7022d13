import type { TaskRow } from '../../ports/task-store.ts';
import { frozen } from '../memory/frozen.ts';
import type { SqlRow } from './driver.ts';
import { number, type Rest, restOf, rowOf, text } from './rows.ts';

/** At most so many tasks are remembered, and none whose JSON text is longer, characters: together some 10 MB. */
const MOST = 1_000;
const LONGEST = 4_000;

interface Known {
  readonly revision: number;
  readonly createdAt: number;
  readonly rest: Rest;
}

/** Stands for no task: no revision is 0. */
const NONE = { revision: 0, createdAt: 0 } as const;

/**
 * The parsed part of tasks that were read of late. A task is polled many times at one revision, and at one revision that part is
 * always the same, whoever wrote it; so it is asked for, and parsed, once. Everything else is read from the file each time.
 */
export class Recent {
  readonly #known = new Map<string, Known>();

  /** What is known of a task: parameters of the statement `find`. */
  params(taskId: string): { readonly revision: number; readonly createdAt: number } {
    const { revision, createdAt } = this.#known.get(taskId) ?? NONE;
    return { revision, createdAt };
  }

  /** The row of what `find` gave with `params` of the same task. */
  rowOf(columns: SqlRow): TaskRow {
    const taskId = text(columns, 'task_id');
    const { rest: given } = columns;
    if (typeof given !== 'string') return rowOf(columns, this.#known.get(taskId)?.rest);
    // Every later reader is given the same one (SPEC.md, S20).
    const rest = frozen(restOf(columns));
    if (given.length <= LONGEST) this.#remember(taskId, columns, rest);
    return rowOf(columns, rest);
  }

  /** For an id that is written anew: a removed task's, that somebody else's task may take one day. */
  forget(taskId: string): void {
    this.#known.delete(taskId);
  }

  #remember(taskId: string, columns: SqlRow, rest: Rest): void {
    this.#known.delete(taskId);
    this.#known.set(taskId, {
      revision: number(columns, 'revision'),
      createdAt: number(columns, 'created_at'),
      rest,
    });
    if (this.#known.size <= MOST) return;
    for (const oldest of this.#known.keys()) return void this.#known.delete(oldest);
  }
}

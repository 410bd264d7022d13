import type { HistoryPosition, Owner, TaskRow } from '../../ports/task-store.ts';

/** The tasks of each owner in the order of their creation, so that a page of a history is found by bisection. */
export class OwnerIndex {
  readonly #byOwner = new Map<string, HistoryPosition[]>();

  add({ taskId, createdAt, owner }: TaskRow): void {
    const key = keyOf(owner);
    const list = this.#byOwner.get(key) ?? [];
    this.#byOwner.set(key, list);
    const position = { createdAt, taskId };
    list.splice(firstNotBefore(list, position), 0, position);
  }

  remove({ taskId, createdAt, owner }: TaskRow): void {
    const key = keyOf(owner);
    const list = this.#byOwner.get(key) ?? [];
    const at = firstNotBefore(list, { createdAt, taskId });
    if (list[at]?.taskId === taskId) list.splice(at, 1);
    if (list.length === 0) this.#byOwner.delete(key);
  }

  /** Ids of the owner's tasks, newest first; with `after` only those older than it. */
  *newestFirst(owner: Owner, after?: HistoryPosition): Generator<string> {
    const list = this.#byOwner.get(keyOf(owner)) ?? [];
    const end = after === undefined ? list.length : firstNotBefore(list, after);
    for (let at = end - 1; at >= 0; at -= 1) {
      const position = list[at];
      if (position !== undefined) yield position.taskId;
    }
  }
}

/** One text a pair: a separator alone would let two different pairs meet. */
function keyOf({ tenant, principal }: Owner): string {
  return JSON.stringify([tenant, principal]);
}

function firstNotBefore(list: readonly HistoryPosition[], position: HistoryPosition): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = list[middle];
    if (at !== undefined && isBefore(at, position)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(a: HistoryPosition, b: HistoryPosition): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.taskId < b.taskId);
}

import { own } from '../protocol/json.ts';
import { LIST_KINDS, type ListKind } from '../protocol/subscriptions.ts';

/** A hint that a task changed. Carries no state: whoever hears it reads the store, so a lost or repeated hint is harmless. */
export interface TaskChanged {
  readonly taskId: string;
  readonly revision: number;
}

/** A hint that a list may have changed. Whoever hears it asks for the list again. */
export interface ListChanged {
  readonly list: ListKind;
}

export type Hint = TaskChanged | ListChanged;

/** How writers wake listeners and workers. Delivery is best effort and may be late, repeated or out of order. */
export interface Bus {
  publish(hint: Hint): void;
  /** @returns a function that ends the subscription */
  subscribe(hear: (change: TaskChanged) => void): () => void;
  /** @returns a function that ends the subscription */
  subscribeLists(hear: (change: ListChanged) => void): () => void;
}

/** The bus of a single process. A subscriber that throws does not stop the others. */
export class LocalBus implements Bus {
  readonly #ofTasks = new Set<(change: TaskChanged) => void>();
  readonly #ofLists = new Set<(change: ListChanged) => void>();

  publish(hint: Hint): void {
    if ('list' in hint) tell(this.#ofLists, hint);
    else tell(this.#ofTasks, hint);
  }

  subscribe(hear: (change: TaskChanged) => void): () => void {
    this.#ofTasks.add(hear);
    return () => this.#ofTasks.delete(hear);
  }

  subscribeLists(hear: (change: ListChanged) => void): () => void {
    this.#ofLists.add(hear);
    return () => this.#ofLists.delete(hear);
  }
}

function tell<T>(hearers: ReadonlySet<(change: T) => void>, change: T): void {
  for (const hear of [...hearers]) {
    try {
      hear(change);
    } catch {
      // A listener's failure is its own: the change is committed, and the others must hear of it.
    }
  }
}

/** A hint that came from elsewhere, such as another version of the page; undefined for what is none. */
export function readHint(data: unknown): Hint | undefined {
  const [list, taskId, revision] = [own(data, 'list'), own(data, 'taskId'), own(data, 'revision')];
  if (list !== undefined) {
    const kind = LIST_KINDS.find((one) => one === list);
    return kind === undefined ? undefined : { list: kind };
  }
  return typeof taskId === 'string' && typeof revision === 'number' ? { taskId, revision } : undefined;
}

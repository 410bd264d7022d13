import type { Found, Owner, TaskRow } from '../../ports/task-store.ts';
import { frozen } from '../memory/frozen.ts';
import type { SqlRow } from './driver.ts';
import { type Rest, restOf, rowOf } from './rows.ts';

/** At most so many tasks are remembered, and none whose JSON text is longer, characters: together some 10 MB. */
const MOST = 1_000;
const LONGEST = 4_000;

interface Known {
  /** SQLite's `data_version` before the row was read. */
  readonly version: number;
  readonly row: TaskRow;
  readonly found: Found;
  readonly rest: Rest;
}

/**
 * Tasks that were read of late: a task is polled many times before anything about it changes. `data_version` grows when another
 * connection, of this process or another, has committed anything: at the same version what was read still stands, as long as whoever
 * writes through this connection forgets what it changes. At another version the row is read again; its JSON part is then asked for
 * and parsed only where the revision is another one.
 */
export class Recent {
  readonly #known = new Map<string, Known>();

  /** The task as it stands, undefined where the file has to be asked. @param version `data_version` of this very moment */
  find(version: number, taskId: string, { tenant, principal }: Owner): Found | undefined {
    const known = this.#known.get(taskId);
    if (known === undefined || known.version !== version) return undefined;
    const { owner } = known.row;
    return owner.tenant === tenant && owner.principal === principal ? known.found : undefined;
  }

  /** What is known of a task, current or not: parameters of the statement `find`. No revision is 0. */
  params(taskId: string): { readonly revision: number; readonly createdAt: number } {
    const known = this.#known.get(taskId);
    return known === undefined ? { revision: 0, createdAt: 0 } : known.row;
  }

  /**
   * What `find` gave with `params` of the same task, as the store tells it.
   * @param version `data_version` from before the row was read: read after it, an older row could pass for a current one
   */
  keep(version: number, taskId: string, columns: SqlRow): Found {
    const given = columns.rest;
    const rest = typeof given === 'string' ? restOf(columns) : this.#known.get(taskId)?.rest;
    const row = frozen(rowOf(columns, rest)); // Every later reader is given the same one (SPEC.md, S20).
    const found: Found = Object.freeze({ kind: 'task', row });
    this.#known.delete(taskId);
    if (rest === undefined || (typeof given === 'string' && given.length > LONGEST)) return found;
    this.#known.set(taskId, { version, row, found, rest });
    if (this.#known.size > MOST)
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest);
        break;
      }
    return found;
  }

  /** For whoever writes a task through this connection, which `data_version` does not tell. */
  forget(taskId: string): void {
    this.#known.delete(taskId);
  }
}

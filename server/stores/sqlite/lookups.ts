import type { Found, Owner } from '../../ports/task-store.ts';
import type { Recent } from './recent.ts';
import { number, optional } from './rows.ts';
import type { Statements } from './statements.ts';

interface Waiting {
  readonly taskId: string;
  readonly owner: Owner;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up tasks. Those that are asked for within one turn of the event loop are looked up together at its end, after one look whether
 * another connection has written: that costs a read transaction, more than all the rest of a look-up. It is as true as a look for each:
 * every answer is read after its question was asked and before it is answered, whatever other processes commit meanwhile.
 */
export class Lookups {
  readonly #sql: Statements;
  readonly #recent: Recent;
  readonly #told: (error: unknown) => unknown;
  #waiting: Waiting[] = [];

  /** @param told makes the database's error that of the store */
  constructor(sql: Statements, recent: Recent, told: (error: unknown) => unknown) {
    this.#sql = sql;
    this.#recent = recent;
    this.#told = told;
  }

  /** The task as its owner may see it. */
  find(taskId: string, owner: Owner): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush());
      this.#waiting.push({ taskId, owner, resolve, reject });
    });
  }

  /** Answers all that waits, now. */
  flush(): void {
    const all = this.#waiting;
    if (all.length === 0) return;
    this.#waiting = [];
    let version = 0;
    try {
      version = optional(this.#sql.dataVersion.get(), 'data_version') ?? 0;
    } catch (error) {
      for (const { reject } of all) reject(this.#told(error));
      return;
    }
    for (const { taskId, owner, resolve, reject } of all) {
      try {
        resolve(this.#look(version, taskId, owner));
      } catch (error) {
        reject(this.#told(error));
      }
    }
  }

  #look(version: number, taskId: string, owner: Owner): Found | undefined {
    const known = this.#recent.find(version, taskId, owner);
    if (known !== undefined) return known;
    const { tenant, principal } = owner;
    const { revision, createdAt } = this.#recent.params(taskId);
    const row = this.#sql.find.get({ taskId, tenant, principal, revision, createdAt });
    if (row !== undefined) return this.#recent.keep(version, taskId, row);
    const mark = this.#sql.findPurged.get({ taskId, tenant, principal });
    return mark === undefined ? undefined : { kind: 'expired', purgedAt: number(mark, 'purged_at') };
  }
}

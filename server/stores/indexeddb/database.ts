import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { StoreError } from '../../ports/task-store.ts';
import { storeError } from './errors.ts';
import { type Layout, MIGRATIONS, STORES } from './layout.ts';

/** A transaction over all stores: such transactions come one after the other, over all tabs. */
export type Writing = IDBPTransaction<Layout, typeof STORES, 'readwrite'>;

/** An open database of tasks: its transactions, its end, and its errors as those of the port. */
export class Database {
  readonly #name: string;
  readonly #db: IDBPDatabase<Layout>;
  readonly #underWay = new Set<Promise<unknown>>();
  #ended: Error | undefined;

  private constructor(name: string, db: IDBPDatabase<Layout>) {
    this.#name = name;
    this.#db = db;
  }

  /** @throws StoreError `newer-version` (nothing is touched), or `io` where the browser gives no storage */
  static async open(name: string): Promise<Database> {
    let opened: Database | undefined;
    const lost = (text: string): void => {
      if (opened !== undefined) opened.#ended ??= new StoreError('io', text);
    };
    try {
      const db = await openDB<Layout>(name, MIGRATIONS.length, {
        upgrade(database, from) {
          for (const migrate of MIGRATIONS.slice(from)) migrate(database);
        },
        blocking(_current, _wanted, event) {
          (event.target as IDBDatabase).close();
          lost(`A newer Taskscope in another tab took over ${name}: reload this page.`);
        },
        terminated: () => lost(`The browser closed ${name}: reload this page.`),
      });
      opened = new Database(name, db);
      return opened;
    } catch (error) {
      throw storeError(error, name);
    }
  }

  async read<T>(work: (db: IDBPDatabase<Layout>) => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw this.#ended;
    try {
      return await work(this.#db);
    } catch (error) {
      throw storeError(error, this.#name);
    }
  }

  /** All of `work` or nothing; resolves when it is on the disk. `work` waits for nothing but its transaction. */
  async write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw this.#ended;
    const writing = this.#transact(work).catch((error: unknown) => {
      throw storeError(error, this.#name);
    });
    this.#underWay.add(writing);
    try {
      return await writing;
    } finally {
      this.#underWay.delete(writing);
    }
  }

  /** Later calls reject; waits for writes under way. */
  async close(): Promise<void> {
    this.#ended ??= new Error('the store is closed');
    await Promise.allSettled(this.#underWay);
    this.#db.close();
  }

  async #transact<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    const tx = this.#db.transaction(STORES, 'readwrite', { durability: 'strict' });
    const { done } = tx;
    // Awaited below; until then its failure is nobody's.
    done.catch(() => undefined);
    try {
      const value = await work(tx);
      await done;
      return value;
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // A failed request has aborted it already, and the transaction's own error (a full disk) says more than the request's.
      }
      await done.catch(() => undefined);
      throw tx.error ?? error;
    }
  }
}

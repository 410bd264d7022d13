import { type SmallStore, tabStore } from '../../ui/storage.ts';

/**
 * Requests in rounds that a person has put aside: they ask nothing more here, and nothing is sent. Kept as long as the tab; it is about
 * the list alone, so the log knows nothing of it.
 */
export class PutAside {
  readonly #storage: SmallStore;
  readonly #listeners = new Set<() => void>();
  #ids: ReadonlySet<string> | undefined;

  constructor(storage: SmallStore = tabStore) {
    this.#storage = storage;
  }

  /** The same set until something changes. */
  readonly ids = (): ReadonlySet<string> => {
    this.#ids ??= new Set(this.#read());
    return this.#ids;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(id: string, aside: boolean): void {
    const next = new Set(this.ids());
    if (aside) next.add(id);
    else next.delete(id);
    this.#ids = next;
    this.#storage.setItem(NAME, JSON.stringify([...next]));
    for (const listener of this.#listeners) listener();
  }

  #read(): string[] {
    try {
      return JSON.parse(this.#storage.getItem(NAME) ?? '[]') as string[];
    } catch {
      return [];
    }
  }
}

const NAME = 'taskscope.aside';

/** What was put aside in this tab. */
export const putAside = new PutAside();

/** As much of the Web Storage interface as the page uses. */
export type SmallStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A browser's storage that never throws. Where it is denied or full, what is written lives until the page goes: choices and
 * drafts are a comfort, and the page must not be blank without them.
 * @param find gives the platform's storage; merely reading the property throws where storage is denied
 */
export function safeStore(find: () => Storage): SmallStore {
  const memory = new Map<string, string>();
  function attempt<T>(use: (storage: Storage) => T, otherwise: () => T): T {
    try {
      return use(find());
    } catch {
      return otherwise();
    }
  }
  return {
    getItem: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    setItem(key, value) {
      memory.delete(key);
      attempt<unknown>(
        (storage) => storage.setItem(key, value),
        () => memory.set(key, value),
      );
    },
    removeItem(key) {
      memory.delete(key);
      attempt<void>(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}

/** Choices of this browser. */
export const browserStore: SmallStore = safeStore(() => localStorage);

/** What lives as long as the tab and survives its reload. */
export const tabStore: SmallStore = safeStore(() => sessionStorage);

/** The names of what this tab keeps; none where storage is denied. */
export function tabNames(): readonly string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}

/** Names that tabs hold, one tab at a time unless shared. A tab that closes lets go of all. */
export interface TabLocks {
  /** Waits for a name and keeps it until the tab closes. */
  hold(name: string): Promise<void>;
  /** Does something while no other tab does it. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Holds a name together with others. @returns what lets go of it */
  share(name: string): Promise<() => void>;
  /** True where nobody holds the name at this moment. */
  isFree(name: string): Promise<boolean>;
}

/** Web Locks; where there are none (insecure origins) the tab takes itself to be alone. */
export function tabLocks(manager: LockManager | undefined = globalThis.navigator?.locks): TabLocks {
  if (manager === undefined)
    return {
      hold: async () => undefined,
      alone: (_name, work) => work(),
      share: async () => () => undefined,
      isFree: async () => true,
    };
  return {
    hold: (name) =>
      new Promise((held, failed) => {
        manager
          .request(name, () => {
            held();
            return new Promise<never>(() => undefined);
          })
          .catch(failed);
      }),
    alone: async (name, work) => manager.request(name, work),
    share: (name) =>
      new Promise((held, failed) => {
        manager
          .request(name, { mode: 'shared' }, () => new Promise<void>((release) => held(release)))
          .catch(failed);
      }),
    isFree: async (name) => manager.request(name, { ifAvailable: true }, async (lock) => lock !== null),
  };
}

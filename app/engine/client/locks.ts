export type Release = () => void;

/** Names that one tab of a browser holds at a time (Web Locks). Never stolen: a holder lets go, or its page ends. */
export interface Locks {
  /** Takes a name if it is free; undefined where another tab has it. */
  tryTake(name: string): Promise<Release | undefined>;
  /** Waits for a name. @throws the signal's reason where the wait was given up */
  take(name: string, signal: AbortSignal): Promise<Release>;
}

/** Without Web Locks (Node, insecure origins) each engine is alone: every name is free. */
export const NO_LOCKS: Locks = {
  tryTake: async () => () => undefined,
  take: async () => () => undefined,
};

/** The browser's Web Locks, or `NO_LOCKS` where there are none. */
export function browserLocks(): Locks {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return NO_LOCKS;
  const manager = navigator.locks;
  return {
    tryTake: (name) => hold(manager, name, { ifAvailable: true }),
    async take(name, signal) {
      const release = await hold(manager, name, { signal });
      if (release === undefined) throw signal.reason;
      return release;
    },
  };
}

function hold(manager: LockManager, name: string, options: LockOptions): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    manager
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(undefined);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

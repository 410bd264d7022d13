import type { Locks, Release } from './locks.ts';
import type { Channel, PageChange, PageLife, TabMemory } from './page.ts';
import { noMemory } from './page.ts';

export interface FakeTab {
  readonly locks: Locks;
  readonly channel: Channel;
  readonly memory: TabMemory;
  readonly page: PageLife;
  /** The page goes: it is told, and then its locks and its channel are gone. */
  unload(): void;
  /** The page is killed: nobody tells it. */
  kill(): void;
}

/** A browser with any number of tabs: locks, messages and session memory as the platform has them. */
export function fakeBrowser(): { tab(memory?: TabMemory): FakeTab } {
  const held = new Map<string, object>();
  const queues = new Map<string, (() => void)[]>();
  const hearers = new Map<object, Set<(message: unknown) => void>>();

  function free(name: string): void {
    held.delete(name);
    queues.get(name)?.shift()?.();
  }

  return {
    tab(memory = noMemory()): FakeTab {
      const me = {};
      let dead = false;
      const listeners = new Set<(what: PageChange) => void>();
      const mine = new Map<string, Release>();
      const own = (name: string): Release => {
        const hold = {};
        held.set(name, hold);
        const release = (): void => {
          if (held.get(name) !== hold) return;
          mine.delete(name);
          free(name);
        };
        mine.set(name, release);
        return release;
      };
      const locks: Locks = {
        tryTake: async (name) => (held.has(name) ? undefined : own(name)),
        take: (name, signal) =>
          new Promise((resolve, reject) => {
            if (!held.has(name)) {
              resolve(own(name));
              return;
            }
            const queue = queues.get(name) ?? [];
            queues.set(name, queue);
            const turn = (): void => resolve(own(name));
            queue.push(turn);
            signal.addEventListener('abort', () => {
              const at = queue.indexOf(turn);
              if (at >= 0) queue.splice(at, 1);
              reject(signal.reason);
            });
          }),
      };
      hearers.set(me, new Set());
      const kill = (): void => {
        dead = true;
        hearers.delete(me);
        for (const release of [...mine.values()]) release();
      };
      return {
        locks,
        memory,
        channel: {
          post(message) {
            const copy = structuredClone(message);
            for (const [tab, set] of hearers) if (tab !== me && !dead) for (const hear of set) hear(copy);
          },
          hear(listener) {
            hearers.get(me)?.add(listener);
            return () => hearers.get(me)?.delete(listener);
          },
          close: () => hearers.delete(me),
        },
        page: {
          onChange(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        unload() {
          for (const listener of listeners) listener('leaving');
          kill();
        },
        kill,
      };
    },
  };
}

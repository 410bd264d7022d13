import { createDemoServer, type DemoServer, type Fault } from '../../server/index.ts';
import type { Bus } from '../../server/ports/bus.ts';
import type { Clock } from '../../server/ports/clock.ts';
import type { Ids } from '../../server/ports/ids.ts';
import type { TaskStore } from '../../server/ports/task-store.ts';
import type { TabLocks } from './tab-locks.ts';

/** What the demo server of a tab stands on. */
export interface TabParts {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bus: Bus;
  readonly locks: TabLocks;
  readonly faults?: readonly Fault[];
}

const SEAL = 'seal-key';
const SEAL_BYTES = 32;

/**
 * The demo server in this tab, over what all tabs share. Every tab answers requests; the work is done by one tab at a time, the one that
 * holds the lock. When it closes, or reloads, the next one goes on with what the store holds.
 */
export async function demoOfTab(parts: TabParts): Promise<DemoServer> {
  const { locks, ids } = parts;
  const sealKey = await sealKeyOf(parts);
  const demo = createDemoServer({ ...parts, sealKey, bootId: ids.short() });
  void locks.hold('taskscope:in-page:work').then(() => demo.worker.start());
  return demo;
}

/** The key that seals `requestState`: the same in all tabs and over reloads, so it is in the store. */
async function sealKeyOf({ store, ids, locks }: TabParts): Promise<Uint8Array> {
  return locks.alone('taskscope:in-page:seal', async () => {
    const kept = await store.kept(SEAL);
    if (Array.isArray(kept) && kept.length === SEAL_BYTES) return Uint8Array.from(kept as number[]);
    const made = ids.bytes(SEAL_BYTES);
    await store.keep(SEAL, [...made]);
    return made;
  });
}

import { createDemoServer, type DemoServer, type Fault } from '../../server/index.ts';
import { type MortalDemo, mortal } from '../../server/lab/mortal.ts';
import { KEPT_CLOCK } from '../../server/lab/steering.ts';
import type { Bus } from '../../server/ports/bus.ts';
import type { Clock } from '../../server/ports/clock.ts';
import { readSetting } from '../../server/ports/clock-setting.ts';
import type { Ids } from '../../server/ports/ids.ts';
import { SteerableClock } from '../../server/ports/steerable-clock.ts';
import type { TaskStore } from '../../server/ports/task-store.ts';
import type { Broadcast } from './channel-bus.ts';
import { type InPageLab, openInPageLab } from './in-page-lab.ts';
import type { TabLocks } from './tab-locks.ts';

/** What the demo server of a tab stands on. */
export interface TabParts {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bus: Bus;
  readonly locks: TabLocks;
  /** Between the tabs, for the lab alone. */
  readonly channel: Broadcast;
  /** The demo's work runs this many times as fast. */
  readonly speed?: number;
  readonly faults?: readonly Fault[];
}

const SEAL = 'seal-key';
const SEAL_BYTES = 32;

/** The demo server of a tab, and how it is steered. */
export interface DemoOfTab {
  readonly demo: MortalDemo;
  readonly lab: InPageLab;
}

/**
 * The demo server in this tab, over what all tabs share. Every tab answers requests; the work is done by one tab at a time, the one that
 * holds the lock. When it closes, or reloads, the next one goes on with what the store holds. Time and faults are the same in all tabs.
 */
export async function demoOfTab(parts: TabParts): Promise<DemoOfTab> {
  const { locks, ids, store, bus, channel } = parts;
  const sealKey = await sealKeyOf(parts);
  const machine = parts.clock;
  let demo: MortalDemo | undefined;
  const kept = readSetting(await store.kept(KEPT_CLOCK));
  const clock = new SteerableClock(machine, kept, async () => {
    await new Promise<void>((resolve) => {
      machine.after(0, resolve);
    });
    await demo?.worker.settled();
  });
  const bootId = ids.short();
  let lives = 0;
  const make = (): DemoServer => {
    lives += 1;
    return createDemoServer({
      ...parts,
      clock,
      machine,
      sealKey,
      bootId: lives === 1 ? bootId : ids.short(),
      ...(parts.speed === undefined ? {} : { speed: parts.speed }),
    });
  };
  demo = await mortal(make, machine);
  const { worker } = demo;
  let works = false;
  const lab = await openInPageLab({ store, clock, machine, bus, demo, bootId, channel, works: () => works });
  void locks.hold('taskscope:in-page:work').then(() => {
    works = true;
    worker.start();
  });
  return { demo, lab };
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

import { Feed } from '../../server/lab/feed.ts';
import type { MortalDemo } from '../../server/lab/mortal.ts';
import { KEPT_CLOCK, LabRefusal, Steering } from '../../server/lab/steering.ts';
import { ownWorker } from '../../server/lab/workers.ts';
import type { Bus } from '../../server/ports/bus.ts';
import type { Clock } from '../../server/ports/clock.ts';
import { readSetting } from '../../server/ports/clock-setting.ts';
import type { SteerableClock } from '../../server/ports/steerable-clock.ts';
import type { TaskStore } from '../../server/ports/task-store.ts';
import { isObject, type JsonObject, own, ownString } from '../../server/protocol/json.ts';
import { type FaultWish, type FromLab, LAB_VERSION, type LabCommand } from '../../server/protocol/lab.ts';
import type { Broadcast } from './channel-bus.ts';

/** The name under which the store keeps the faults that are on: a reload does not end them, and all tabs have the same. */
const KEPT_FAULTS = 'faults';

/** What the lab of this page stands on. */
export interface InPageParts {
  readonly store: TaskStore;
  readonly clock: SteerableClock;
  readonly machine: Clock;
  readonly bus: Bus;
  readonly demo: MortalDemo;
  readonly bootId: string;
  /** Tells other tabs that clock or faults are kept anew. */
  readonly channel: Broadcast;
  /** Whether this tab has the worker. */
  readonly works: () => boolean;
}

/** The lab as a page has it: the same messages as over the socket of the command (docs/lab.md). */
export interface InPageLab {
  ask(command: LabCommand): Promise<Extract<FromLab, { type: 'ack' }>>;
  /** @returns what ends it. The first message is `welcome`, then come all transitions that the store has */
  listen(hear: (message: FromLab) => void): () => void;
}

/** Brings clock and faults to what the store keeps, and follows other tabs. */
export async function openInPageLab(parts: InPageParts): Promise<InPageLab> {
  const { store, clock, machine, bus, demo, bootId, channel, works } = parts;
  const hearers = new Set<(message: FromLab) => void>();
  const own_ = ownWorker(demo.worker);
  const steering = new Steering({
    store,
    clock,
    machine,
    workers: [
      {
        ...own_,
        act: (action) => {
          if (works()) return own_.act(action);
          throw new LabRefusal('other-tab', 'Another tab of this browser has the worker: steer it there.');
        },
      },
    ],
    servers: [{ server: null, faults: demo.faults, kill: (downMs) => demo.die(downMs) }],
    routes: () => undefined,
  });
  const tellState = async (): Promise<void> => {
    const state = await steering.state();
    for (const hear of [...hearers]) hear({ type: 'state', state });
  };
  const takeOver = async (): Promise<void> => {
    const setting = readSetting(await store.kept(KEPT_CLOCK));
    if (setting !== undefined) await clock.follow(setting);
    demo.faults.set(wishesIn(await store.kept(KEPT_FAULTS)));
  };
  await takeOver();
  channel.onmessage = () => void takeOver().then(tellState);
  return {
    async ask(command) {
      try {
        const done = await steering.run(command);
        if (command.do.startsWith('faults/'))
          await store.keep(KEPT_FAULTS, demo.faults.active() as unknown as JsonObject[]);
        const state = await steering.state();
        if (/^(worker|clock|faults|server)\//.test(command.do)) {
          channel.postMessage('changed');
          void tellState();
        }
        return { type: 'ack', id: 0, ok: true, ...done, state };
      } catch (error) {
        if (error instanceof LabRefusal) return { type: 'ack', id: 0, ok: false, error: error.error };
        const message = error instanceof Error ? error.message : String(error);
        return { type: 'ack', id: 0, ok: false, error: { code: 'failed', message } };
      }
    },
    listen(hear) {
      let open = true;
      const outlet = {
        get open() {
          return open;
        },
        send: async (message: FromLab) => hear(message),
      };
      const feed = new Feed(store, outlet, 0);
      const leave = bus.subscribe(() => feed.hint());
      void (async () => {
        const { upTo: head } = await store.transitions(Number.MAX_SAFE_INTEGER, 1);
        const state = await steering.state();
        if (!open) return;
        hear({ type: 'welcome', version: LAB_VERSION, bootId, since: 0, head, state });
        hearers.add(hear);
        feed.hint();
      })();
      return () => {
        open = false;
        leave();
        hearers.delete(hear);
      };
    },
  };
}

/** What was kept, as far as it is a list of faults; what this version does not know is left out. */
function wishesIn(value: unknown): readonly FaultWish[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one): FaultWish[] => {
    const [name, params] = [ownString(one, 'name'), own(one, 'params')];
    return name === undefined || !isObject(params) ? [] : [{ name, params }];
  });
}

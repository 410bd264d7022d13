import type { FaultSwitch, LocalDemo } from '../lab/hosted-demo.ts';
import type { LabServer, LabWorker } from '../lab/workers.ts';
import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClockSetting } from '../ports/clock-setting.ts';
import type { Ids } from '../ports/ids.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FaultWish } from '../protocol/lab.ts';

/** The demo server as this room sees it: `createDemoServer` of server/index.ts makes one. */
export interface HostedDemo extends Omit<LocalDemo, 'faults' | 'kill'> {
  /** Absent where they are in other processes, and in tests that stand in for a demo. */
  readonly faults?: FaultSwitch;
  kill?(): void;
  /** What `/api/status` tells of it beside the rest, to those who have the key. */
  status?(): JsonObject;
  /** The workers that the lab steers, where they are in other processes. */
  readonly workers?: readonly LabWorker[];
  /** The faults of each replica, where they are in other processes. */
  readonly replicas?: readonly LabServer[];
  /** Lets the clocks of other processes go on by this setting. */
  follow?(setting: ClockSetting): Promise<void>;
}

/** What this room says about a demo server that it wants. */
export interface DemoWish {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bus: Bus;
  /** Real time, where `clock` can be steered. */
  readonly machine: Clock;
  /** Names this start in the transitions that it commits. */
  readonly bootId: string;
  /** How many times faster than usual the tools work. */
  readonly speed: number;
  /** Whether task results carry `dev.taskscope/revision`. */
  readonly lab: boolean;
  /** Origins that a browser may call from, beside our own by its loopback names. */
  readonly allowedOrigins: readonly string[];
  /** Whether `demo-alice` and the others are known; off beyond loopback. */
  readonly demoTokens: boolean;
  /** On from the start. */
  readonly faults?: readonly FaultWish[];
  /** Adds what the official conformance suite calls. */
  readonly fixtures?: 'conformance';
  /** Seals `requestState`, 32 bytes; left out, the demo makes one for itself. */
  readonly sealKey?: Uint8Array;
  /** Values of a Host header that name the address it is served at. */
  readonly hosts: readonly string[];
}

export interface OpenedStore {
  readonly store: TaskStore;
  /** For the start message. */
  readonly description: string;
  /** Whether several processes may open it at once; left out, they may not. */
  readonly shareable?: boolean;
}

/** Lets a page read an answer to its request. */
export type Readable = (request: Request, response: Response) => Response;

/** What a composition root gives this room. */
export interface Parts {
  /** Opens the store of a data folder. @throws StoreError */
  openStore(options: { readonly dir: string }): Promise<OpenedStore>;
  createDemo(wish: DemoWish): HostedDemo | Promise<HostedDemo>;
  /** Faults of servers in other processes: checked here, wrapped there. Left out, there are none to switch. */
  faultsElsewhere?(): FaultSwitch;
  /** Gives answers that the demo did not make the headers by which a page of an allowed origin may read the demo's own. */
  readableBy(allowedOrigins: readonly string[]): Readable;
}

import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClockSetting } from '../ports/clock-setting.ts';
import type { Answer, Asked } from '../ports/exchange.ts';
import type { Ids } from '../ports/ids.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FaultFacts, FaultWish } from '../protocol/lab.ts';
import type { HostedWorker } from './hosted-worker.ts';
import type { LabWorker } from './lab/workers.ts';

/** A demo's failure modes, as this room switches them (server/faults/board.ts). */
export interface FaultSwitch {
  readonly catalogue: readonly FaultFacts[];
  active(): readonly FaultWish[];
  /** @throws Error in words for the person, for an unknown name and bad parameters */
  on(name: string, params?: JsonObject): void;
  off(name: string): void;
  reset(): void;
  subscribe(changed: () => void): () => void;
}

/** The demo server as this room sees it: `createDemoServer` of server/index.ts makes one. */
export interface HostedDemo {
  fetch(request: Request): Promise<Response>;
  /** The same over plain values, where it can at this moment: asked first. */
  readonly answer?: ((asked: Asked) => Promise<Answer>) | undefined;
  /** Its failure modes, where they are in this process. */
  readonly faults?: FaultSwitch | undefined;
  readonly worker: HostedWorker;
  /** Ends open listens with their result and the worker after its current step; the store stays open. */
  shutdown(): Promise<void>;
  /** What `/api/status` tells of it beside the rest, to those who have the key. */
  status?(): JsonObject;
  /** The workers that the lab steers, where they are in other processes. */
  readonly workers?: readonly LabWorker[];
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
  /** Gives answers that the demo did not make the headers by which a page of an allowed origin may read the demo's own. */
  readableBy(allowedOrigins: readonly string[]): Readable;
}

import type { Answer, Asked } from '../ports/exchange.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FaultFacts, FaultWish } from '../protocol/lab.ts';
import type { HostedWorker } from './hosted-worker.ts';

/** A demo's failure modes, as they are switched (server/faults/board.ts). */
export interface FaultSwitch {
  readonly catalogue: readonly FaultFacts[];
  active(): readonly FaultWish[];
  /** @throws Error in words for the person, for an unknown name and bad parameters */
  on(name: string, params?: JsonObject): void;
  off(name: string): void;
  /** Exactly these are on from now on. @throws as `on` does */
  set(wishes: readonly FaultWish[]): void;
  /** Reads `name` or `name=lagMs=500`. @throws as `on` does */
  read(text: string): FaultWish;
  reset(): void;
  subscribe(changed: () => void): () => void;
}

/** A demo server in this process: `createDemoServer` of server/index.ts makes one. */
export interface LocalDemo {
  fetch(request: Request): Promise<Response>;
  /** The same over plain values, where it can at this moment: asked first. */
  readonly answer?: ((asked: Asked) => Promise<Answer>) | undefined;
  readonly worker: HostedWorker;
  readonly faults: FaultSwitch;
  /** Dies as a process does; the store stays open. */
  kill(): void;
  /** Ends open listens with their result and the worker after its current step; the store stays open. */
  shutdown(): Promise<void>;
}

import { LocalBus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { SystemClock } from './clock.ts';
import type { DemoWish, HostedDemo, Parts } from './demo.ts';
import { type Bound, exposedOrigins, isLoopback } from './host-check.ts';
import { CryptoIds } from './ids.ts';
import { loadSealKey } from './key.ts';
import { type Listening, listen } from './listen.ts';
import { createMount } from './mount.ts';
import { Site } from './site.ts';

/** How long requests under way may take to end when the server stops, in ms. */
const GRACE_MS = 2_000;

export interface ServeOptions {
  /** Where to listen; port 0 takes a free one. */
  readonly at: Bound;
  /** The data folder, given to the store; it keeps the seal's key too. Empty: there is none, and both live as long as this run. */
  readonly dir: string;
  /** The folder of the built page; it may be missing. */
  readonly appDir: string;
  readonly key: string;
  readonly version: string;
  readonly speed: number;
  readonly lab: boolean;
  /** Passed on to the demo. */
  readonly fixtures?: 'conformance' | undefined;
  readonly allowOrigins: readonly string[];
  readonly clock: Clock;
  /** Whether the worker runs by itself; without it each step is made by `demo.worker.step()`. */
  readonly work: boolean;
  /** Whether the process is the server's alone, so that it may replace globals to be quicker (see `listen`). Default false. */
  readonly ownProcess?: boolean;
  /**
   * Called as soon as the address is bound and answers `/api/health`, before the store is opened; a rejection stops the start.
   * What it gives back is called when the store is closed, while the address still answers.
   */
  readonly claim?: (address: Address) => Promise<() => Promise<void>>;
}

export interface Address {
  readonly origin: string;
  readonly bootId: string;
}

export interface Serving extends Address {
  readonly bound: Bound;
  readonly demo: HostedDemo;
  readonly store: TaskStore;
  /** The store in one line, for people. */
  readonly description: string;
  readonly pageBuilt: boolean;
  /** Ends open listens with their result, then the worker, the store and the connections. Twice is once. */
  close(): Promise<void>;
}

/**
 * One running server: listens, opens the store, starts the demo on it and serves the page beside it. `/mcp` waits for the store.
 * @throws the system's error where the address cannot be had, StoreError, or what `claim` rejects with; nothing is left open then
 */
export async function startServing(options: ServeOptions, parts: Parts): Promise<Serving> {
  const { clock } = options;
  // Connections live in real time, also where the demo's time is a test's.
  const machine = new SystemClock();
  const ids = new CryptoIds();
  const bootId = ids.short();
  const site = new Site(options.appDir);
  const opening = later<Opened>();
  let answer: (request: Request) => Promise<Response>;
  const listening = await listen(options.at, machine, (request) => answer(request), [], options.ownProcess);
  const { origin, bound } = listening;
  const startedAt = machine.mono();
  answer = createMount({
    mcp: async (request) => (await opening.promise).demo.fetch(request),
    site,
    key: options.key,
    version: options.version,
    bootId,
    status: async () => ({
      ...(await opening.promise).demo.status?.(),
      version: options.version,
      store: (await opening.promise).description,
      address: origin,
      speed: options.speed,
      uptimeMs: Math.round(machine.mono() - startedAt),
    }),
  });
  let release = async (): Promise<void> => {};
  try {
    release = (await options.claim?.({ origin, bootId })) ?? release;
    const { store, description } = await parts.openStore({ dir: options.dir });
    const sealKey = options.dir === '' ? {} : { sealKey: await loadSealKey(options.dir) };
    const demo = await creating(parts, {
      ...sealKey,
      store,
      clock,
      ids,
      bus: new LocalBus(),
      speed: options.speed,
      lab: options.lab,
      ...(options.fixtures === undefined ? {} : { fixtures: options.fixtures }),
      allowedOrigins: [...exposedOrigins(listening.hosts), ...options.allowOrigins],
      demoTokens: isLoopback(bound.host),
      hosts: [...listening.hosts],
    });
    if (options.work) demo.worker.start();
    const opened = { demo, store, description };
    opening.resolve(opened);
    const close = once(() => stop(listening, opened, release));
    return { ...opened, origin, bootId, bound, pageBuilt: await site.built(), close };
  } catch (error) {
    opening.reject(error);
    await release();
    await listening.close();
    throw error;
  }
}

async function creating(parts: Parts, wish: DemoWish): Promise<HostedDemo> {
  try {
    return await parts.createDemo(wish);
  } catch (error) {
    await wish.store.close();
    throw error;
  }
}

interface Opened {
  readonly demo: HostedDemo;
  readonly store: TaskStore;
  readonly description: string;
}

/**
 * The order matters: nothing new begins, listens end, work stops, requests get their answers, then the store is closed. The
 * address answers `/api/health` until the data folder is released, so that nobody takes a folder that is still in use.
 */
async function stop(
  listening: Listening,
  { demo, store }: Opened,
  release: () => Promise<void>,
): Promise<void> {
  listening.drain();
  await demo.shutdown();
  await listening.idle(GRACE_MS);
  await store.close();
  await release();
  await listening.close();
}

interface Later<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

function later<T>(): Later<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever waits hears of a failure; where nobody does, the start itself reports it.
  promise.catch(() => {});
  return { promise, resolve, reject };
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

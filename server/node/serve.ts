import type { HostedWorker } from '../lab/hosted-worker.ts';
import { KEPT_CLOCK, Steering } from '../lab/steering.ts';
import { ownWorker } from '../lab/workers.ts';
import { LocalBus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import { readSetting } from '../ports/clock-setting.ts';
import { SteerableClock } from '../ports/steerable-clock.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { BRIDGE_PATH } from '../protocol/bridge.ts';
import { isObject, own } from '../protocol/json.ts';
import { type FaultWish, LAB_PATH } from '../protocol/lab.ts';
import { type Bridge, openBridge, type StdioSource } from './bridge/bridge.ts';
import { SystemClock } from './clock.ts';
import { createHosted } from './create-hosted.ts';
import type { DemoWish, HostedDemo, Parts, Readable } from './demo.ts';
import { type Door, socketDoor } from './door.ts';
import { type Bound, exposedOrigins, isLoopback } from './host-check.ts';
import { CryptoIds } from './ids.ts';
import { loadSealKey } from './key.ts';
import { type Lab, openLab } from './lab/lab.ts';
import { type Listening, listen } from './listen.ts';
import { createMount, isMcp, MCP_PATHS } from './mount.ts';
import { type Protection, protect } from './protected/protect.ts';
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
  /** What pages with the key may reach through this process; left out, nothing. */
  readonly bridge?: BridgeWish | undefined;
  /** Puts an authorisation server in front of the demo, whose access tokens live so long, ms; left out, everybody is a guest. */
  readonly protect?: { readonly lifeMs: number } | undefined;
  /** Passed on to the demo. */
  readonly fixtures?: 'conformance' | undefined;
  readonly allowOrigins: readonly string[];
  /** Faults that are on from the start. */
  readonly faults?: readonly FaultWish[] | undefined;
  /** The demo's time; left out, it is the machine's, as far as the lab does not steer it, kept in the store over restarts. */
  readonly clock?: Clock | undefined;
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

export interface BridgeWish {
  /** Whether link-local addresses, metadata services among them, may be fetched (attack 6). */
  readonly linkLocal: boolean;
  /** Left out, there are no processes. */
  readonly stdio?: StdioSource | undefined;
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
  /** With `--protected`. */
  readonly protection: Protection | undefined;
  /** Ends open listens with their result, then the worker, the store and the connections. Twice is once. */
  close(): Promise<void>;
}

/**
 * One running server: listens, opens the store, starts the demo on it and serves the page beside it. `/mcp` waits for the store.
 * @throws the system's error where the address cannot be had, StoreError, or what `claim` rejects with; nothing is left open then
 */
export async function startServing(options: ServeOptions, parts: Parts): Promise<Serving> {
  // Connections live in real time, also where the demo's time is a test's.
  const machine = new SystemClock();
  const ids = new CryptoIds();
  const bootId = ids.short();
  const site = new Site(options.appDir);
  const opening = later<Opened>();
  let answer: (request: Request) => Promise<Response>;
  let hosted: HostedDemo | undefined;
  let readable: Readable;
  const bridge =
    options.bridge === undefined ? undefined : openBridge({ ...options.bridge, key: options.key, machine });
  const door: Door = socketDoor(
    {
      [LAB_PATH]: {
        off: options.lab ? undefined : 'The lab is off (--no-lab).',
        opened: async () => (await opening.promise).lab,
      },
      [BRIDGE_PATH]: {
        off: bridge === undefined ? 'The bridge is off (--no-bridge).' : undefined,
        opened: async () => bridge,
      },
    },
    options.allowOrigins,
  );
  const listening = await listen(options.at, machine, (request) => answer(request), {
    take: (...asking) => door.take(listening.hosts, ...asking),
    ownProcess: options.ownProcess,
    readable: (request, response) => readable(request, response),
    // Until the demo is there, requests wait for it in the mount.
    plain: (asked) =>
      isMcp(asked.url) && options.protect === undefined ? hosted?.answer?.(asked) : undefined,
  });
  const { origin, bound } = listening;
  const allowedOrigins = [...exposedOrigins(listening.hosts), ...options.allowOrigins];
  readable = parts.readableBy(allowedOrigins);
  const startedAt = machine.mono();
  answer = createMount({
    mcp: async (request) => {
      const { protection, demo } = await opening.promise;
      return (protection ?? demo).fetch(request);
    },
    resourceMetadata: async (path) => (await opening.promise).protection?.metadata(path),
    site,
    key: options.key,
    version: options.version,
    bootId,
    readable,
    status: async () => ({
      ...(await opening.promise).demo.status?.(),
      version: options.version,
      store: (await opening.promise).description,
      address: origin,
      speed: options.speed,
      lab: options.lab,
      uptimeMs: Math.round(machine.mono() - startedAt),
    }),
  });
  let release = async (): Promise<void> => {};
  try {
    release = (await options.claim?.({ origin, bootId })) ?? release;
    const { store, description } = await parts.openStore({ dir: options.dir });
    const sealKey = options.dir === '' ? {} : { sealKey: await loadSealKey(options.dir) };
    let worker: HostedWorker | undefined;
    const kept = readSetting(await store.kept(KEPT_CLOCK));
    const clock =
      options.clock ??
      new SteerableClock(machine, kept, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await worker?.settled();
      });
    const bus = new LocalBus();
    const wish: DemoWish = {
      ...sealKey,
      store,
      clock,
      // A test's clock moves everything.
      machine: options.clock ?? machine,
      bootId,
      ids,
      bus,
      speed: options.speed,
      lab: options.lab,
      ...(options.fixtures === undefined ? {} : { fixtures: options.fixtures }),
      allowedOrigins,
      demoTokens: isLoopback(bound.host),
      hosts: [...listening.hosts],
      faults: options.faults ?? [],
    };
    const { demo, servers } = await createHosted(parts, wish);
    worker = demo.worker;
    hosted = demo;
    if (options.work) demo.worker.start();
    const steering = new Steering({
      store,
      clock,
      machine,
      workers: demo.workers ?? [ownWorker(demo.worker)],
      servers,
      routes: () => {
        const gateway = own(demo.status?.(), 'gateway');
        return isObject(gateway) ? gateway : undefined;
      },
      ...(demo.follow === undefined ? {} : { follow: demo.follow }),
    });
    const lab = options.lab
      ? openLab({ store, steering, key: options.key, bootId, bus, machine })
      : undefined;
    const protection =
      options.protect &&
      (await protect({
        ...{ ...options.protect, origin, paths: MCP_PATHS, clock: machine, ids, readable },
        next: (request) => demo.fetch(request),
      }));
    const opened = { demo, store, description, lab, bridge, protection };
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

interface Opened {
  readonly demo: HostedDemo;
  readonly store: TaskStore;
  readonly description: string;
  /** Undefined with `--no-lab`. */
  readonly lab: Lab | undefined;
  readonly bridge: Bridge | undefined;
  /** With `--protected`. */
  readonly protection: Protection | undefined;
}

/**
 * The order matters: nothing new begins, listens end, work stops, requests get their answers, then the store is closed. The
 * address answers `/api/health` until the data folder is released, so that nobody takes a folder that is still in use.
 */
async function stop(
  listening: Listening,
  { demo, store, lab, bridge, protection }: Opened,
  release: () => Promise<void>,
): Promise<void> {
  listening.drain();
  lab?.close();
  const ended = bridge?.close();
  await demo.shutdown();
  await protection?.close();
  await listening.idle(GRACE_MS);
  await ended;
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

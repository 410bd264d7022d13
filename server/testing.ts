import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createDemoServer, faultsElsewhere, readableBy } from './index.ts';
import type { FaultSwitch } from './lab/hosted-demo.ts';
import { loadKey } from './node/key.ts';
import { LabClient } from './node/lab/client.ts';
import { pageLink } from './node/link.ts';
import { packageRoot } from './node/package-root.ts';
import { startServing } from './node/serve.ts';
import { ManualClock } from './ports/manual-clock.ts';
import type { StoredEvent } from './ports/task-store.ts';
import { MemoryStore } from './stores/memory/memory-store.ts';
import { openStore } from './stores/open.ts';

export type { LabClient } from './node/lab/client.ts';
export { type PageExchange, type PageTraffic, recordTraffic } from './node/page-traffic.ts';

export interface StartDemoOptions {
  /** Port on 127.0.0.1; 0 (the default) takes a free one. */
  readonly port?: number;
  /** A folder that keeps tasks and key over restarts; left out, tasks are kept in memory. */
  readonly dataDir?: string;
  /** How many times faster than usual the tools work; default 1. */
  readonly speed?: number;
  /** Origins of pages that may call the server, beside its own. */
  readonly allowedOrigins?: readonly string[];
  /** `manual`: time moves by `advance` alone, and the worker by `step` and `advance` alone. Default `system`. */
  readonly clock?: 'system' | 'manual';
  /** Faults that are on from the start, such as `stale-reads` or `stale-reads=lagMs=500` (docs/lab.md). */
  readonly faults?: readonly string[];
  /** Adds what the official conformance suite calls to the demo's tools, resources and prompts. */
  readonly fixtures?: 'conformance';
}

export interface StartedDemo {
  /** The MCP endpoint, `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  readonly origin: string;
  /** The link to the inspector's page, with its key; the page is there if it was built. */
  readonly link: string;
  /** Runs one due step of the worker; false where none is due. */
  step(): Promise<boolean>;
  /** Lets `ms` of a manual clock pass, with every step that falls due on the way. Throws on the system clock. */
  advance(ms: number): Promise<void>;
  /** The failure modes: which there are, which are on; `on`, `off` and `reset` switch them while it runs. */
  readonly faults: FaultSwitch;
  /**
   * What was true: every transition in the order of its commit, whatever a client saw of it.
   * @param since a place (`seq`) after which to begin; left out, from the beginning
   */
  transitions(since?: number): Promise<readonly StoredEvent[]>;
  /**
   * Opens the lab: true transitions as they are committed, and steering of worker, clock and leases (docs/lab.md).
   * @param since a place in the order of commits; left out, transitions from now on
   */
  lab(since?: number): Promise<LabClient>;
  /** Ends open listens with their result and stops everything. Twice is once. */
  close(): Promise<void>;
}

/** The most transitions that are read at once. */
const MOST_TRANSITIONS = 10_000;
/** Parts in which `advance` moves the clock, ms: no step of the demo's tools is shorter at speed 1. */
const PART_MS = 100;

/**
 * Starts the demo server on loopback for a test: real HTTP, a store of its own. Several may run at once, also on one `dataDir`,
 * as replicas do.
 *
 * ```ts
 * const demo = await startDemo({ clock: 'manual' });
 * // … call generate_report at demo.url …
 * await demo.advance(5_000); // it asks now
 * await demo.close();
 * ```
 * @throws FaultError for a fault that there is not, the system's error where the port is taken, StoreError where the folder cannot be used
 */
export async function startDemo(options: StartDemoOptions = {}): Promise<StartedDemo> {
  const { dataDir, clock: kind = 'system' } = options;
  const root = packageRoot(import.meta.url);
  const manual = kind === 'manual' ? new ManualClock(undefined, turn) : undefined;
  const key = dataDir === undefined ? randomBytes(24).toString('base64url') : await loadKey(dataDir);
  const serving = await startServing(
    {
      at: { host: '127.0.0.1', port: options.port ?? 0 },
      dir: dataDir ?? '',
      appDir: join(root.folder, 'dist', 'app'),
      key,
      version: root.version,
      speed: options.speed ?? 1,
      lab: true,
      fixtures: options.fixtures,
      allowOrigins: options.allowedOrigins ?? [],
      faults: (options.faults ?? []).map((text) => faultsElsewhere().read(text)),
      clock: manual,
      work: manual === undefined,
    },
    {
      openStore: dataDir === undefined ? openMemory : openStore,
      createDemo: createDemoServer,
      faultsElsewhere,
      readableBy,
    },
  );
  const { faults = faultsElsewhere() } = serving.demo;
  const step = () => serving.demo.worker.step();
  return {
    url: `${serving.origin}/mcp`,
    origin: serving.origin,
    link: pageLink(serving.origin, key, undefined),
    step,
    async advance(ms) {
      if (manual === undefined) throw new Error("advance() needs startDemo({ clock: 'manual' })");
      while (await step());
      for (let left = ms; left > 0; left -= PART_MS) {
        await manual.advance(Math.min(left, PART_MS));
        while (await step());
      }
    },
    faults,
    transitions: async (since = 0) => (await serving.store.transitions(since, MOST_TRANSITIONS)).events,
    lab: (since) => LabClient.connect(serving.origin, since === undefined ? { key } : { key, since }),
    close: serving.close,
  };
}

async function openMemory(): Promise<{ readonly store: MemoryStore; readonly description: string }> {
  return { store: new MemoryStore(), description: 'store: memory' };
}

/** Lets sockets and files have their turn between the timers of a manual clock. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

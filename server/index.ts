import { FaultBoard, type FaultSwitch } from './faults/board.ts';
import type { Fault } from './faults/fault.ts';
import { endpoint } from './http/handler.ts';
import { readable } from './http/readable.ts';
import { overWeb } from './http/web.ts';
import { LegacySurface } from './legacy/surface.ts';
import type { Bus } from './ports/bus.ts';
import type { Clock } from './ports/clock.ts';
import type { Answer, Asked } from './ports/exchange.ts';
import type { Ids } from './ports/ids.ts';
import type { TaskStore } from './ports/task-store.ts';
import type { FaultWish } from './protocol/lab.ts';
import { discover, SUPPORTED_VERSIONS, serveCatalog } from './rpc/core.ts';
import { dispatch } from './rpc/dispatch.ts';
import { Registry } from './rpc/registry.ts';
import { SEAL_KEY_BYTES, Seal } from './rpc/seal.ts';
import { listen } from './rpc/subscription.ts';
import { enableTasks } from './rpc/tasks.ts';
import { callTool } from './rpc/tools.ts';
import { answerMisfit } from './rpc/validate.ts';
import { joined } from './tasks/catalog.ts';
import { WorkerSeat } from './tasks/seat.ts';
import { TaskService } from './tasks/service.ts';
import { stamped } from './tasks/stamped-store.ts';
import { worksOf } from './tasks/tool.ts';
import { Worker } from './tasks/worker.ts';
import { DEMO } from './tools/catalog.ts';
import { CONFORMANCE } from './tools/conformance/catalog.ts';

export type { FaultSwitch } from './faults/board.ts';
export { faultOf } from './faults/catalogue.ts';
export type { Fault } from './faults/fault.ts';

/** Who the demo says it is. The version is the package's (a test compares them). */
export const SERVER_INFO = {
  name: 'taskscope-demo',
  title: 'Taskscope demo server',
  version: '0.1.0',
} as const;

const INSTRUCTIONS =
  'A demo of durable work on a stateless protocol. Call generate_report with the tasks extension declared: it returns a task ' +
  'handle, asks for approval of an outline after a few seconds, and writes the report once you answer with tasks/update. ' +
  'slow_compute takes as long as you tell it. book_room asks before its task exists. lookup_glossary explains the words and is ' +
  'never a task. Each of the other tools shows one thing about tasks and says which. The resource taskscope://lesson/durable-work ' +
  'is the lesson behind it all.';

/** The same for clients of 2025-11-25. */
const LEGACY_INSTRUCTIONS =
  'A demo of durable work, in the 2025-11-25 words. Call generate_report with params.task: it returns a task, asks for approval of an ' +
  'outline by elicitation/create on the stream of tasks/result or on the GET stream, and gives the report by tasks/result. slow_compute ' +
  'is served both ways. ask_as_task asks for a task that the client hosts. A task outlives the session that made it.';

export interface DemoOptions {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bus: Bus;
  /** Real time, for connections and sessions, where `clock` can be steered; left out, it is `clock`. */
  readonly machine?: Clock;
  /** Names this start of the server in each transition that it commits; left out, transitions do not say whose they are. */
  readonly bootId?: string;
  /** On from the start, by name or as they are; applied in order, the first innermost. */
  readonly faults?: readonly (Fault | FaultWish)[];
  /** Seals `requestState`, 32 bytes; the same for all replicas and over restarts. Left out: one that lives as long as this server. */
  readonly sealKey?: Uint8Array;
  /** How long a client may take from one round of questions to the next call, ms (default 600000). */
  readonly roundMs?: number;
  /** Adds what the official conformance suite calls; left out, the everyday demo alone. */
  readonly fixtures?: 'conformance';
  /** The demo's work runs this many times as fast (default 1). */
  readonly speed?: number;
  /** TTL of new tasks, ms from creation; null for no limit (default 900000). */
  readonly ttlMs?: number | null;
  /** Advertised poll interval, ms (default 1000). */
  readonly pollIntervalMs?: number;
  /** How long an ended task is kept after its TTL, ms (default 600000). */
  readonly retentionMs?: number;
  /** False refuses the demo's well-known tokens: for a mount bound beyond loopback (default true). */
  readonly demoTokens?: boolean;
  /** True puts `dev.taskscope/revision` into task results and notifications (default true). */
  readonly lab?: boolean;
  /** Exact origins that get CORS, beside the mount's own. Beyond loopback, the mount's own: their hosts are accepted as Host. */
  readonly allowedOrigins?: readonly string[];
  /** How long a worker's claim holds, ms (default 10000). */
  readonly leaseMs?: number;
  /** Silence after which a listen sends a comment, ms (default 15000). */
  readonly keepAliveMs?: number;
  /** Time without a request or an open stream after which a legacy session ends, ms (default 1800000). */
  readonly sessionIdleMs?: number;
  /** Legacy sessions at once (default 1000). */
  readonly mostSessions?: number;
  /** How often a listen looks at the store by itself, in case another process's hint got lost, ms (default 5000). */
  readonly rereadMs?: number;
  /** How long the mark of a removed task is kept, from which its owner is told that it expired, ms (default 86400000). */
  readonly markMs?: number;
}

export interface DemoServer {
  /**
   * Serves one request to the MCP endpoint: a path that ends with `/legacy` is 2025-11-25, one with `/dual` both generations, any
   * other the current one alone.
   */
  fetch(request: Request): Promise<Response>;
  /** The same over plain values; undefined while a fault wraps `fetch`, which must not be passed by. Ask for it anew each time. */
  readonly answer: ((asked: Asked) => Promise<Answer>) | undefined;
  /** The failure modes that can be switched on while it runs. */
  readonly faults: FaultSwitch;
  readonly worker: {
    start(): void;
    /** Ends after the step that is being run. */
    stop(): Promise<void>;
    /** Claims one due task and runs one step; false where none is due (R74). */
    step(): Promise<boolean>;
    /** Lets it die as a process does, at once or with the outcome of its next step in hand: its lease stays until it ends. */
    kill(when: 'now' | 'at-commit'): void;
    /** Puts a new worker in its place and starts that. */
    replace(): void;
    /** Resolves when it has nothing to do at this moment. */
    settled(): Promise<void>;
    view(): { readonly name: string; readonly state: 'running' | 'paused' | 'dead' };
  };
  /** Dies as a process does: open streams break off, requests are cut, and a step under way is never committed. */
  kill(): void;
  /** Stops the worker and ends every open listen with its result. The store stays open: it belongs to whoever made it. */
  shutdown(): Promise<void>;
}

/**
 * For whoever answers around the demo (a gateway, a mount that stops): gives an answer the headers by which a page of an allowed
 * origin may read it, as the demo's own have them.
 */
export function readableBy(
  allowedOrigins: readonly string[],
): (request: Request, response: Response) => Response {
  return readable({ allowedOrigins });
}

/** Faults of a server that is elsewhere: names and parameters are checked, and nothing is wrapped. */
export function faultsElsewhere(): FaultSwitch {
  return new FaultBoard([]);
}

/** The demo server over ports: the same on Node, in a page and in tests (design, idea 3). */
export function createDemoServer(options: DemoOptions): DemoServer {
  const { ids, bus, speed = 1, ttlMs = 900_000, pollIntervalMs = 1000 } = options;
  const keepAliveMs = options.keepAliveMs ?? 15_000;
  const rereadMs = options.rereadMs ?? 5_000;
  const { bootId, machine = options.clock } = options;
  const faults = new FaultBoard(options.faults ?? []);
  const clock = faults.clock(options.clock, machine);
  const around = { clock, machine };
  const faulty = faults.store(options.store, around);
  const store = bootId === undefined ? faulty : stamped(faulty, clock, bootId);
  const ports = { store, clock, ids, bus };
  const dress = { serverInfo: SERVER_INFO, lab: options.lab ?? true };
  const catalog = options.fixtures === 'conformance' ? joined(DEMO, CONFORMANCE) : DEMO;
  const works = worksOf(catalog.tools);
  const service = new TaskService(ports, works, { ttlMs, pollIntervalMs, speed });
  const settings = {
    speed,
    machine,
    leaseMs: options.leaseMs ?? 10_000,
    retentionMs: options.retentionMs ?? 600_000,
    markMs: options.markMs ?? 86_400_000,
  };
  const worker = new WorkerSeat(() => new Worker(ports, works, settings));

  const registry = new Registry();
  const seal = new Seal(options.sealKey ?? ids.bytes(SEAL_KEY_BYTES), ports, options.roundMs ?? 600_000);
  const surroundings = { clock, speed, seal, bus, ids, service };
  registry.core('server/discover', discover(registry, catalog, INSTRUCTIONS));
  serveCatalog(registry, catalog, surroundings);
  registry.core('tools/call', callTool({ ...surroundings, tools: catalog.tools, dress }));
  const { changing, templates } = catalog;
  registry.core(
    'subscriptions/listen',
    listen({ service, bus, clock: machine, dress, changing, templates, keepAliveMs, rereadMs }),
  );
  enableTasks(registry, service, dress);

  const calls = { registry, dress, clock: machine, keepAliveMs };
  const sessions = new LegacySurface({
    tasks: {
      find: (taskId, owner) => service.find(taskId, owner),
      history: (owner, query) => store.history(owner, query),
      cancelAtOnce: (taskId, owner) => service.cancelAtOnce(taskId, owner),
      answer: (taskId, owner, responses) => service.update(taskId, owner, responses, answerMisfit),
    },
    tools: catalog.tools,
    dispatch: (call) => dispatch(calls, call),
    has: (method) => registry.method(method) !== undefined,
    clock: machine,
    ids,
    bus,
    serverInfo: SERVER_INFO,
    instructions: LEGACY_INSTRUCTIONS,
    lab: dress.lab,
    keepAliveMs,
    listTasks: options.demoTokens ?? true,
    ...(options.sessionIdleMs === undefined ? {} : { sessionIdleMs: options.sessionIdleMs }),
    ...(options.mostSessions === undefined ? {} : { mostSessions: options.mostSessions }),
  });
  const origins = { allowedOrigins: options.allowedOrigins ?? [] };
  const http = endpoint({
    sessions,
    dispatch: (call) => dispatch(calls, call),
    supportedVersions: SUPPORTED_VERSIONS,
    origins,
    demoTokens: options.demoTokens ?? true,
  });
  return {
    fetch: faults.fetch(overWeb(http.answer), around, readable(origins)),
    get answer() {
      return faults.wrapsFetch ? undefined : http.answer;
    },
    faults,
    worker,
    kill: () => {
      worker.kill('now');
      http.kill();
    },
    shutdown: async () => {
      await worker.stop();
      http.shutdown();
    },
  };
}

import { createGateway, type Gateway } from '../../gateway/gateway.ts';
import type { Routing } from '../../gateway/routing.ts';
import { IDLE_WORKER } from '../../lab/hosted-worker.ts';
import type { LabServer, LabWorker } from '../../lab/workers.ts';
import type { Clock } from '../../ports/clock.ts';
import { settingJson } from '../../ports/clock-setting.ts';
import { StoreError } from '../../ports/task-store.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { DemoWish, HostedDemo, Parts, Readable } from '../demo.ts';
import type { StartProcess } from './channel.ts';
import { forwardTo } from './forward.ts';
import type { Steer } from './messages.ts';
import { ReplicaLife } from './replica-life.ts';

/** Names of replicas, in order; as many as `--replicas` takes. */
const NAMES = ['a', 'b', 'c', 'd'] as const;
export const MOST_REPLICAS = NAMES.length;

export interface ReplicatedOptions {
  readonly count: number;
  readonly dir: string;
  readonly routing: Routing;
  readonly start: StartProcess;
  readonly clock: Clock;
  /** Resolves when the command is to end: replicas that have not come up by then are not waited for. */
  readonly stopped: Promise<void>;
  /** Prints a line for the person. */
  readonly say: (line: string) => void;
}

/**
 * Parts that serve the demo from several processes on one store, behind a gateway in this one. This process opens the store as well:
 * it brings it to the current version before the replicas see it, and holds it while they run. It steps no task itself.
 */
export function replicated(parts: Parts, options: ReplicatedOptions): Parts {
  return {
    async openStore(wish) {
      const opened = await parts.openStore(wish);
      if (opened.shareable === true) return { ...opened, description: describe(opened.description, options) };
      await opened.store.close();
      throw new StoreError(
        'io',
        `--replicas needs a store that several processes can share, which SQLite is, but this would be "${opened.description}". ` +
          'Install better-sqlite3, or use Node 22.13 or later, with a folder that holds no tasks as files; or leave --replicas out.',
      );
    },
    createDemo: (wish) => hostReplicas(wish, options, parts.readableBy(wish.allowedOrigins), parts),
    readableBy: parts.readableBy,
  };
}

function describe(store: string, { count, routing }: ReplicatedOptions): string {
  const how =
    routing === 'by-task'
      ? 'a task is served by the replica that made it, or by any other where that one is down'
      : 'each request goes to the next replica, whatever it is about';
  return (
    `${store}\n${count} replicas on this store, behind a gateway: ${how}.\n` +
    'For teaching, at low rates: SQLite lets one process write at a time.'
  );
}

/** Starts the replicas. Rejects where one of them cannot start, after ending the others. */
async function hostReplicas(
  wish: DemoWish,
  options: ReplicatedOptions,
  readable: Readable,
  parts: Parts,
): Promise<HostedDemo> {
  const { dir, start, clock, say } = options;
  // The ports are each process's own; everything else that is wished for goes along.
  const { store, clock: _clock, machine, ids, bus, bootId, sealKey, ...plain } = wish;
  const given = {
    ...plain,
    dir,
    sealKey: sealKey === undefined ? null : Buffer.from(sealKey).toString('base64'),
  };
  const lives: ReplicaLife[] = NAMES.slice(0, options.count).map(
    (name) =>
      new ReplicaLife({
        name,
        wish: given,
        start,
        clock,
        say,
        changed: (changes) => {
          for (const other of lives) if (other.name !== name) other.hear(changes);
          // Heard in this process by the lab, which reads the store that all share.
          for (const change of changes) bus.publish(change);
        },
      }),
  );
  const end = async (): Promise<void> => {
    await Promise.all(lives.map((life) => life.end()));
  };
  const beginning = Promise.allSettled(lives.map((life) => life.begin()));
  const begun = await Promise.race([beginning, options.stopped]);
  if (begun === undefined) {
    await end();
    throw new StoreError('io', 'stopped before every replica served');
  }
  const failed = begun.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await end();
    throw new StoreError(
      'io',
      failed.reason instanceof Error ? failed.reason.message : String(failed.reason),
    );
  }
  const replicas = lives.map((life) => ({ name: life.name, fetch: forwardTo(() => life.port) }));
  const gateway = createGateway({ replicas, clock, routing: options.routing, readable, say });
  return {
    fetch: (request) => gateway.fetch(request),
    worker: IDLE_WORKER,
    workers: lives.map(labWorker),
    replicas: lives.flatMap((life) => labServer(life, parts, wish)),
    follow: async (setting) => {
      const steer: Steer = { kind: 'clock', setting: settingJson(setting) };
      await Promise.all(lives.map((life) => life.steer(steer)));
    },
    shutdown: end,
    status: () => ({ gateway: statusOf(gateway, lives) }),
  };
}

/** The worker of a replica, as the lab has it. */
function labWorker(life: ReplicaLife): LabWorker {
  const gone = { server: life.name, name: 'none', state: 'dead' } as const;
  return {
    server: life.name,
    async act(action) {
      const outcome = await life.steer({ kind: 'worker', action });
      if (outcome === undefined) throw new Error(`Replica ${life.name} does not run now: try again.`);
      return outcome.stepped;
    },
    async view() {
      const outcome = await life.steer({ kind: 'view' });
      return outcome === undefined ? gone : { server: life.name, ...outcome.worker };
    },
  };
}

/** A replica as the lab breaks it: its faults are kept here, so that each new process of it has them on. */
function labServer(life: ReplicaLife, parts: Parts, wish: DemoWish): LabServer[] {
  const faults = parts.faultsElsewhere?.();
  if (faults === undefined) return [];
  faults.set(wish.faults ?? []);
  faults.subscribe(() => void life.steer({ kind: 'faults', wishes: faults.active() }));
  return [{ server: life.name, faults, kill: async (downMs) => life.kill(downMs) }];
}

/** The two tables and where the replicas are, for whoever has the key. */
function statusOf(gateway: Gateway, lives: readonly ReplicaLife[]): JsonObject {
  const { routing, replicas, requests, routes } = gateway.view();
  const located = replicas.map((row) => {
    const life = lives.find((one) => one.name === row.replica);
    const address = life?.port === undefined ? null : `http://127.0.0.1:${life.port}/mcp`;
    return { ...row, pid: life?.pid ?? null, address };
  });
  return {
    routing,
    replicas: located,
    requests: requests.map((row) => ({ ...row })),
    routes: routes.map((row) => ({ ...row })),
  };
}

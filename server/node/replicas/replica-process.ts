import type { HostedWorker } from '../../lab/hosted-worker.ts';
import { KEPT_CLOCK } from '../../lab/steering.ts';
import { act } from '../../lab/workers.ts';
import { readSetting } from '../../ports/clock-setting.ts';
import { SteerableClock } from '../../ports/steerable-clock.ts';
import { SystemClock } from '../clock.ts';
import type { HostedDemo, Parts } from '../demo.ts';
import { CryptoIds } from '../ids.ts';
import { listen } from '../listen.ts';
import { failed } from '../mount.ts';
import type { ParentChannel } from './channel.ts';
import { type ReplicaWish, readToReplica, type Steer } from './messages.ts';
import { RelayedBus } from './relayed-bus.ts';

/** How long requests under way may take to end when the replica stops, ms. */
const GRACE_MS = 2_000;
/** After this long without a parent the process ends, whatever still holds it up, ms. */
const LAST_MS = 5_000;

/**
 * One replica: waits for its wish, serves the demo on a free port of loopback with a worker of its own, and ends when the parent says
 * so, when a signal does, or when the parent is gone: it never outlives it.
 * @param stopped resolves when a signal asks it to end
 * @param exit ends the process at once, where ending in order takes too long
 */
export async function runReplica(
  parts: Parts,
  parent: ParentChannel,
  stopped: Promise<void>,
  exit: (code: number) => void,
): Promise<0 | 1> {
  const clock = new SystemClock();
  const bus = new RelayedBus((changes, done) => parent.send({ kind: 'changes', changes }, done));
  let start: (wish: ReplicaWish) => void = () => {};
  let stop: () => void = () => {};
  const wished = new Promise<ReplicaWish>((resolve) => {
    start = resolve;
  });
  const told = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let serving: Serving | undefined;
  const answering = async (id: number, what: Steer): Promise<void> => {
    const stepped = await serving?.steer(what).catch(() => false);
    const worker = serving?.demo.worker.view() ?? { name: 'none', state: 'paused' };
    parent.send({ kind: 'steered', id, stepped: stepped === true, worker });
  };
  parent.hear((message) => {
    const read = readToReplica(message);
    if (read?.kind === 'start') start(read.wish);
    else if (read?.kind === 'changes') bus.hear(read.changes);
    else if (read?.kind === 'steer') void answering(read.id, read.steer);
    else if (read?.kind === 'beat') parent.send({ kind: 'alive' });
    else if (read?.kind === 'stop') stop();
  });
  const over = Promise.race([told, stopped, parent.gone]);
  void parent.gone.then(() => clock.after(LAST_MS, () => exit(1)));
  try {
    const wish = await Promise.race([wished, over]);
    if (wish === undefined) return 0;
    serving = await serve(wish, parts, bus, clock);
    parent.send({ kind: 'ready', port: serving.port });
    await over;
    await serving.close();
    return 0;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await new Promise<void>((sent) => parent.send({ kind: 'failed', why }, sent));
    return 1;
  } finally {
    parent.close();
  }
}

interface Serving {
  readonly port: number;
  readonly demo: HostedDemo;
  /** @returns whether a step was due, where one was wished for */
  steer(what: Steer): Promise<boolean>;
  close(): Promise<void>;
}

/** The order of the end is that of serve.ts: nothing new, listens end with their result, work stops, then the store is closed. */
async function serve(
  wish: ReplicaWish,
  parts: Parts,
  bus: RelayedBus,
  machine: SystemClock,
): Promise<Serving> {
  const { dir, sealKey, ...plain } = wish;
  const { store } = await parts.openStore({ dir });
  const ids = new CryptoIds();
  let worker: HostedWorker | undefined;
  const clock = new SteerableClock(machine, readSetting(await store.kept(KEPT_CLOCK)), async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await worker?.settled();
  });
  const own = { store, clock, machine, ids, bus, bootId: ids.short() };
  const key = sealKey === null ? {} : { sealKey: new Uint8Array(Buffer.from(sealKey, 'base64')) };
  const demo = await parts.createDemo({ ...plain, ...own, ...key });
  const readable = parts.readableBy(plain.allowedOrigins);
  const answer = (request: Request) => demo.fetch(request).catch((error) => readable(request, failed(error)));
  const at = { host: '127.0.0.1', port: 0 };
  const listening = await listen(at, machine, answer, {
    alsoHosts: plain.hosts,
    readable,
    plain: (asked) => demo.answer?.(asked),
  });
  worker = demo.worker;
  demo.worker.start();
  const steer = async (what: Steer): Promise<boolean> => {
    if (what.kind === 'worker') return await act(demo.worker, what.action);
    const setting = what.kind === 'clock' ? readSetting(what.setting) : undefined;
    if (setting !== undefined) await clock.follow(setting);
    if (what.kind === 'faults') demo.faults?.set(what.wishes);
    return false;
  };
  const close = async (): Promise<void> => {
    listening.drain();
    await demo.shutdown();
    await listening.idle(GRACE_MS);
    await store.close();
    await listening.close();
  };
  return { port: listening.bound.port, demo, steer, close };
}

import { SystemClock } from '../clock.ts';
import type { Parts } from '../demo.ts';
import { CryptoIds } from '../ids.ts';
import { listen } from '../listen.ts';
import type { ParentChannel } from './channel.ts';
import { type ReplicaWish, readToReplica } from './messages.ts';
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
  parent.hear((message) => {
    const read = readToReplica(message);
    if (read?.kind === 'start') start(read.wish);
    else if (read?.kind === 'changes') bus.hear(read.changes);
    else if (read?.kind === 'stop') stop();
  });
  const over = Promise.race([told, stopped, parent.gone]);
  void parent.gone.then(() => clock.after(LAST_MS, () => exit(1)));
  try {
    const wish = await Promise.race([wished, over]);
    if (wish === undefined) return 0;
    const { port, close } = await serve(wish, parts, bus, clock);
    parent.send({ kind: 'ready', port });
    await over;
    await close();
    return 0;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await new Promise<void>((sent) => parent.send({ kind: 'failed', why }, sent));
    return 1;
  } finally {
    parent.close();
  }
}

/** The order of the end is that of serve.ts: nothing new, listens end with their result, work stops, then the store is closed. */
async function serve(wish: ReplicaWish, parts: Parts, bus: RelayedBus, clock: SystemClock) {
  const { dir, sealKey, ...plain } = wish;
  const { store } = await parts.openStore({ dir });
  const own = { store, clock, ids: new CryptoIds(), bus };
  const key = sealKey === null ? {} : { sealKey: new Uint8Array(Buffer.from(sealKey, 'base64')) };
  const demo = await parts.createDemo({ ...plain, ...own, ...key });
  const listening = await listen(
    { host: '127.0.0.1', port: 0 },
    clock,
    (request) => demo.fetch(request),
    plain.hosts,
  );
  demo.worker.start();
  const close = async (): Promise<void> => {
    listening.drain();
    await demo.shutdown();
    await listening.idle(GRACE_MS);
    await store.close();
    await listening.close();
  };
  return { port: listening.bound.port, close };
}

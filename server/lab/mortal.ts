import type { CancelTimer, Clock } from '../ports/clock.ts';
import type { FaultSwitch, LocalDemo } from './hosted-demo.ts';
import type { HostedWorker } from './hosted-worker.ts';

/** A demo that can be killed and comes back on the same store, with its faults on and whatever it had in memory lost. */
export interface MortalDemo extends LocalDemo {
  /** @param downMs how long nobody answers, ms of real time */
  die(downMs: number): Promise<void>;
}

/**
 * A demo over its lives. While it is down every request breaks off, as where nobody listens any more; its worker works again with the
 * next life if it worked before.
 * @param make makes the next life
 * @param machine real time
 */
export async function mortal(
  make: () => LocalDemo | Promise<LocalDemo>,
  machine: Clock,
): Promise<MortalDemo> {
  let life = await make();
  let down = false;
  let works = false;
  let over = false;
  let cancelRise: CancelTimer = () => undefined;
  const hearers = new Set<() => void>();
  const tell = (): void => {
    for (const hear of [...hearers]) hear();
  };
  let leave = life.faults.subscribe(tell);
  const rise = async (): Promise<void> => {
    if (over) return;
    const active = life.faults.active();
    leave();
    life = await make();
    life.faults.set(active);
    leave = life.faults.subscribe(tell);
    down = false;
    if (works) life.worker.start();
  };
  const worker: HostedWorker = {
    start: () => life.worker.start(),
    stop: () => life.worker.stop(),
    step: () => life.worker.step(),
    kill: (when) => life.worker.kill(when),
    replace: () => life.worker.replace(),
    settled: () => life.worker.settled(),
    view: () => life.worker.view(),
  };
  const faults: FaultSwitch = {
    catalogue: life.faults.catalogue,
    active: () => life.faults.active(),
    on: (name, params) => life.faults.on(name, params),
    off: (name) => life.faults.off(name),
    set: (wishes) => life.faults.set(wishes),
    read: (text) => life.faults.read(text),
    reset: () => life.faults.reset(),
    subscribe: (changed) => {
      hearers.add(changed);
      return () => hearers.delete(changed);
    },
  };
  return {
    fetch: (request) => (down ? Promise.resolve(nobody()) : life.fetch(request)),
    get answer() {
      return down ? undefined : life.answer;
    },
    worker,
    faults,
    kill: () => life.kill(),
    shutdown: async () => {
      over = true;
      cancelRise();
      await life.shutdown();
    },
    async die(downMs) {
      if (down) return;
      works = life.worker.view().state === 'running';
      down = true;
      life.kill();
      if (downMs === 0) return await rise();
      cancelRise = machine.after(downMs, () => void rise());
    },
  };
}

/** An answer that breaks off before its first byte. */
function nobody(): Response {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('Nobody answers: the server is down.')),
  });
  return new Response(body, { status: 503, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

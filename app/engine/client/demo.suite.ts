import { createDemoServer, type DemoOptions, type DemoServer } from '../../../server/index.ts';
import { LocalBus } from '../../../server/ports/bus.ts';
import { CountingIds } from '../../../server/ports/ids.ts';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { MemoryStore } from '../../../server/stores/memory/memory-store.ts';
import type { Engine } from '../engine.ts';
import type { Fetch } from '../transport/direct.ts';
import { createEngine } from './create-engine.ts';
import type { EngineOptions } from './options.ts';

export const ENDPOINT = 'http://127.0.0.1:6280/mcp';

export interface Bench {
  readonly clock: ManualClock;
  readonly demo: DemoServer;
  readonly fetch: Fetch;
  /** What was sent, in order. */
  readonly sent: { readonly method: string; readonly at: number; readonly url: string }[];
  /** Replaces the server's answer where it returns one. */
  intercept: ((method: string, nth: number) => Promise<Response> | Response | undefined) | undefined;
  engine(options?: EngineOptions): Promise<Engine>;
}

/** Streams cross several turns of the event loop. */
async function settle(): Promise<void> {
  for (let i = 0; i < 6; i += 1) await new Promise<void>((resume) => setImmediate(resume));
}

/** The demo server and engines on one manual clock, joined by a direct call in the place of `fetch`. */
export function bench(options: Partial<DemoOptions> = {}): Bench {
  const clock = new ManualClock(undefined, settle);
  const demo = createDemoServer({
    store: new MemoryStore(),
    clock,
    ids: new CountingIds(),
    bus: new LocalBus(),
    ...options,
  });
  demo.worker.start();
  const sent: Bench['sent'] = [];
  const counts = new Map<string, number>();
  const made: Bench = {
    clock,
    demo,
    sent,
    intercept: undefined,
    fetch: async (url, init) => {
      const method = new Headers(init.headers).get('mcp-method') ?? '';
      const nth = (counts.get(method) ?? 0) + 1;
      counts.set(method, nth);
      sent.push({ method, at: clock.mono(), url });
      const instead = await made.intercept?.(method, nth);
      if (instead !== undefined) return instead;
      return demo.fetch(
        new Request(url, { ...init, headers: [...new Headers(init.headers), ['host', new URL(url).host]] }),
      );
    },
    engine: (more = {}) => createEngine({ clock, ids: new CountingIds(), fetch: made.fetch, ...more }),
  };
  return made;
}

/** Runs a promise to its end while time stands still. */
export async function now<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const settled = work.finally(() => {
    done = true;
  });
  for (let i = 0; i < 50 && !done; i += 1) await clock.advance(0);
  return settled;
}

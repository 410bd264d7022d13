import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readable } from '../http/readable.ts';
import { IDLE_WORKER } from '../lab/hosted-worker.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { SystemClock } from './clock.ts';
import type { DemoWish } from './demo.ts';
import { type ServeOptions, type Serving, startServing } from './serve.ts';

/** What a test that needs no real demo says in its place. */
export interface StandIn {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly options?: Partial<ServeOptions>;
  /** Files of the page, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Served {
  readonly serving: Serving;
  readonly port: number;
  readonly key: string;
  /** What the demo was made with. */
  readonly wish: DemoWish;
  readonly calls: string[];
  close(): Promise<void>;
}

const KEY = 'k'.repeat(32);

/** A real HTTP server with a page of a few files, over a stand-in for the demo. `calls` tells in what order it was used. */
export async function serveStandIn(standIn: StandIn): Promise<Served> {
  const dir = await mkdtemp(join(tmpdir(), 'taskscope-mount-'));
  for (const [path, text] of Object.entries(standIn.files ?? {})) {
    await mkdir(dirname(join(dir, 'app', path)), { recursive: true });
    await writeFile(join(dir, 'app', path), text);
  }
  const calls: string[] = [];
  const note = (call: string) => async () => {
    calls.push(call);
  };
  let wish: DemoWish | undefined;
  const store = { close: note('store.close'), kept: async () => undefined } as unknown as TaskStore;
  const serving = await startServing(
    {
      at: { host: '127.0.0.1', port: 0 },
      dir,
      appDir: join(dir, 'app'),
      key: KEY,
      version: '1.2.3',
      speed: 7,
      lab: true,
      allowOrigins: [],
      clock: new SystemClock(),
      work: false,
      ...standIn.options,
    },
    {
      openStore: async () => ({ store, description: 'a stand-in' }),
      createDemo(given) {
        wish = given;
        return {
          fetch: standIn.fetch,
          worker: { ...IDLE_WORKER, stop: note('worker.stop') },
          shutdown: note('demo.shutdown'),
        };
      },
      readableBy: (allowedOrigins) => readable({ allowedOrigins }),
    },
  );
  if (wish === undefined) throw new Error('no demo was made');
  return {
    serving,
    port: serving.bound.port,
    key: KEY,
    wish,
    calls,
    async close() {
      await serving.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { faultOf } from './faults/catalogue.ts';
import { EventStream } from './http/suite/event-stream.suite.ts';
import { Client, meta, undeclared } from './http/suite/mount.suite.ts';
import { createDemoServer, type DemoOptions, SERVER_INFO } from './index.ts';
import { LocalBus } from './ports/bus.ts';
import { CountingIds } from './ports/ids.ts';
import { ManualClock } from './ports/manual-clock.ts';
import { META } from './protocol/meta.ts';
import { MemoryStore } from './stores/memory/memory-store.ts';

function open(options: Partial<DemoOptions> = {}) {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const server = createDemoServer({ store, clock, ids: new CountingIds(), bus: new LocalBus(), ...options });
  const client = new Client({
    url: 'http://127.0.0.1:6280/mcp',
    fetch: (request) => server.fetch(request),
    step: () => server.worker.step(),
    advance: (ms) => clock.advance(ms),
    restart: async () => {},
    close: () => server.shutdown(),
  });
  return { clock, store, server, client };
}

/** Lets every promise that waits for nothing but its turn settle. */
const settled = () => new Promise((done) => setImmediate(done));

describe('R4: a store whose reads lag behind its writes', () => {
  const lagging = () => {
    const clock = new ManualClock();
    return { ...open({ clock, faults: [faultOf('stale-reads', { lagMs: 500 })] }), clock };
  };

  test('R4 the handle leaves only when the task can be read, and is known from then on', async () => {
    const { client, clock } = lagging();
    let handle: string | undefined;
    const called = client.report().then((taskId) => {
      handle = taskId;
    });
    for (let ms = 0; ms < 480; ms += 20) {
      await settled();
      await clock.advance(20);
    }
    await settled();
    expect(handle).toBeUndefined();
    for (let ms = 0; ms < 40; ms += 20) {
      await clock.advance(20);
      await settled();
    }
    await called;
    expect((await client.ask('tasks/get', { taskId: handle ?? '' })).result).toMatchObject({
      taskId: handle,
      status: 'working',
    });
  });
});

describe('createDemoServer', () => {
  test('says the version of the package', () => {
    expect(SERVER_INFO.version).toBe(packageJson.version);
  });

  test('faults wrap store and fetch in order, the first innermost', async () => {
    const order: string[] = [];
    const fault = (name: string) => ({
      name,
      explanation: 'Notes that it was there.',
      wrapFetch: (inner: (request: Request) => Promise<Response>) => (request: Request) => {
        order.push(`fetch ${name}`);
        return inner(request);
      },
    });
    const storeFault = {
      name: 'mute store',
      explanation: 'No task is found.',
      wrapStore: (inner: MemoryStore) =>
        new Proxy(inner, {
          get: (s, n) => (n === 'find' ? async () => undefined : Reflect.get(s, n).bind(s)),
        }),
    };
    const { client } = open({ faults: [fault('a'), storeFault as never, fault('b')] });
    const taskId = await client.report();
    expect(order).toEqual(['fetch b', 'fetch a']);
    expect((await client.ask('tasks/get', { taskId })).error.code).toBe(-32602);
  });

  test('the started worker carries the story through without a step from outside', async () => {
    const { clock, client, server } = open();
    server.worker.start();
    const taskId = await client.report();
    await clock.advance(4000);
    expect(await client.status(taskId)).toBe('input_required');
    await client.approve(taskId);
    await clock.advance(2000);
    expect(await client.status(taskId)).toBe('completed');
    await server.worker.stop();
    expect(clock.pending).toBe(0);
  });

  test('R53: closing a synchronous request stops its waiting; a shutdown answers it 503', async () => {
    const { clock, client, server } = open();
    const call = (signal?: AbortSignal) =>
      server.fetch(
        client.request(
          'tools/call',
          { name: 'slow_compute', arguments: { seconds: 5 } },
          { meta: undeclared(), ...(signal ? { signal } : {}) },
        ),
      );
    const closed = new AbortController();
    const [first, second] = [call(closed.signal), call()];
    await clock.advance(1000);
    expect(clock.pending).toBe(2);
    closed.abort();
    expect((await first).status).toBe(499);
    expect(clock.pending).toBe(1);
    await server.shutdown();
    expect((await second).status).toBe(503);
    expect(clock.pending).toBe(0);
    expect((await client.ask('server/discover')).status).toBe(503);
  });

  test('R53: closing a streamed response stops the work behind it, and so does a shutdown', async () => {
    const { clock, client, server } = open();
    const stream = async () => {
      const answering = server.fetch(
        client.request(
          'tools/call',
          { name: 'slow_compute', arguments: { seconds: 3 } },
          { meta: meta({ [META.clientCapabilities]: {}, progressToken: 1 }) },
        ),
      );
      await clock.advance(1000);
      return new EventStream(await answering);
    };
    // Streams are pulled, and get their turn between two looks at the clock.
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const [first, second] = [await stream(), await stream()];
    for (const one of [first, second]) expect((await one.message()).method).toBe('notifications/progress');
    await turn();
    const working = clock.pending;
    await first.close();
    await turn();
    // The timer of its work is gone; it had news to tell, so no keep-alive was set.
    expect(clock.pending).toBe(working - 1);
    await server.shutdown();
    expect(await second.message()).toHaveProperty('error');
    expect(clock.pending).toBe(0);
  });

  test("R69: the store keeps owner and original operation, without the request's _meta", async () => {
    const { store, client } = open();
    const ask = { token: 'demo-bob', meta: meta({ traceparent: 'x' }) };
    const { result } = await client.call('generate_report', { size: 'small' }, ask);
    const owner = { tenant: 'acme', principal: 'bob' };
    const found = await store.find(String(result.taskId), owner);
    expect(found).toMatchObject({
      kind: 'task',
      row: {
        owner,
        operation: {
          method: 'tools/call',
          params: { name: 'generate_report', arguments: { size: 'small' } },
        },
        next: { tool: 'generate_report', toolVersion: 1, step: 'outline' },
      },
    });
    expect(JSON.stringify(found)).not.toContain('traceparent');
  });
});

test('R10: the adapters are isolated: nothing of tasks, tools or stores reaches for the wire', () => {
  const files = (dir: string) =>
    readdirSync(new URL(dir, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(name))
      .map((name) => readFileSync(new URL(`${dir}/${name}`, import.meta.url), 'utf8'));
  const all = ['./tasks', './tools', './stores', './ports'].flatMap(files);
  expect(all.length).toBeGreaterThan(10);
  for (const source of all) expect(source).not.toMatch(/from '(\.\.\/)+(http|rpc)\//);
});

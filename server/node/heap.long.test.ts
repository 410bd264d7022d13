import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createDemoServer } from '../index.ts';
import { LocalBus } from '../ports/bus.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import { CURRENT_VERSION, TASKS_EXTENSION } from '../protocol/codes.ts';
import { deriveHeaders } from '../protocol/headers.ts';
import type { JsonObject } from '../protocol/json.ts';
import { META } from '../protocol/meta.ts';
import { MemoryStore } from '../stores/memory/memory-store.ts';
import { CryptoIds } from './ids.ts';

// `npm run test:long` alone runs this.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Requests in a part, and how much the heap may have grown from the second part to the last, bytes. */
const PART = 2_000;
const PARTS = 6;
const MOST = 256 * 1024;

const _meta: JsonObject = {
  [META.protocolVersion]: CURRENT_VERSION,
  [META.clientCapabilities]: { extensions: { [TASKS_EXTENSION]: {} } },
  [META.clientInfo]: { name: 'heap', version: '1' },
};

it(`${PART * PARTS} requests of everyday use leave nothing behind: the heap after each ${PART} is the same`, async () => {
  const clock = new ManualClock();
  const demo = createDemoServer({
    store: new MemoryStore(),
    clock,
    ids: new CryptoIds(),
    bus: new LocalBus(),
    ttlMs: 1_000,
    retentionMs: 1_000,
    markMs: 1_000,
  });
  const ask = async (method: string, params: JsonObject, signal?: AbortSignal): Promise<Response> => {
    const full = { ...params, _meta };
    const request = new Request('http://127.0.0.1:6280/mcp', {
      method: 'POST',
      headers: new Headers(deriveHeaders(method, full) as [string, string][]),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: full }),
      ...(signal === undefined ? {} : { signal }),
    });
    return await demo.fetch(request);
  };
  const result = async (method: string, params: JsonObject): Promise<JsonObject> =>
    ((await (await ask(method, params)).json()) as { result: JsonObject }).result;
  const sizes: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    for (let i = 0; i < PART / 10; i += 1) {
      const { taskId } = await result('tools/call', { name: 'generate_report', arguments: {} });
      const leave = new AbortController();
      const notifications = { taskIds: [String(taskId)] };
      const listen = await ask('subscriptions/listen', { notifications }, leave.signal);
      await listen.body?.getReader().read();
      for (let n = 0; n < 4; n += 1) await result('tasks/get', { taskId: String(taskId) });
      await result('tools/list', {});
      await result('tools/call', { name: 'lookup_glossary', arguments: { term: 'task' } });
      await result('tasks/cancel', { taskId: String(taskId) });
      leave.abort();
      await ask('tasks/get', { taskId: 'tsk_unknown' });
      await clock.advance(500);
      while (await demo.worker.step());
    }
    await clock.advance(10_000);
    while (await demo.worker.step());
    // What a WeakRef was made or asked for lives to the end of the job, and a Request makes some: without a turn of the event loop, all
    // parts are one job, and 240 bytes a request seem to leak.
    await new Promise((done) => setImmediate(done));
    collect();
    sizes.push(process.memoryUsage().heapUsed);
  }
  await demo.shutdown();
  const [, second = 0] = sizes;
  const grown = (sizes.at(-1) ?? 0) - second;
  expect(grown, `heap after each part: ${sizes.join(', ')}`).toBeLessThan(MOST);
}, 300_000);

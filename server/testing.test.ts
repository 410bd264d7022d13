import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { harEvents } from '../app/engine/derive/import/har-read.ts';
import type { WatchedRequest } from './node/page-traffic.ts';
import { RpcClient } from './node/rpc-client.ts';
import { approve, finish, report } from './node/watch.suite.ts';
import { recordTraffic, startDemo } from './testing.ts';

it('R74 a manual clock: time and work move by advance and step alone', async () => {
  const demo = await startDemo({ clock: 'manual' });
  const client = new RpcClient(demo.url);
  const taskId = await report(client);
  const status = async () => (await client.call('look', 'tasks/get', { taskId })).status;
  expect(await demo.step()).toBe(false);
  await demo.advance(2_900);
  expect(await status()).toBe('working');
  await demo.advance(2_100);
  expect(await status()).toBe('input_required');
  await approve(client, taskId);
  await demo.advance(3_000);
  expect(await status()).toBe('completed');
  await demo.close();
  await demo.close();
});

it('the system clock: the worker works by itself, at the speed that was asked for', async () => {
  const demo = await startDemo({ speed: 1_000 });
  const client = new RpcClient(demo.url);
  expect(await finish(client, [await report(client)])).toHaveLength(1);
  await expect(demo.advance(1)).rejects.toThrow("clock: 'manual'");
  await demo.close();
});

it('R6 two of them on one folder serve the same tasks, and a later one too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'taskscope-testing-'));
  const [one, two] = await Promise.all([1, 2].map(() => startDemo({ dataDir, clock: 'manual' })));
  if (one === undefined || two === undefined) throw new Error('not started');
  const taskId = await report(new RpcClient(one.url));
  const look = (url: string) => new RpcClient(url).call('look', 'tasks/get', { taskId });
  expect(await look(two.url)).toMatchObject({ taskId, status: 'working' });
  await two.advance(5_000);
  expect(await look(one.url)).toMatchObject({ status: 'input_required' });
  await Promise.all([one.close(), two.close()]);
  const three = await startDemo({ dataDir, clock: 'manual', allowedOrigins: ['https://page.example'] });
  expect(await look(three.url)).toMatchObject({ status: 'input_required' });
  expect(new URL(three.link).hash).toBe(new URL(one.link).hash);
  const answer = await fetch(three.url, { method: 'OPTIONS', headers: { Origin: 'https://page.example' } });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://page.example');
  await three.close();
  await rm(dataDir, { recursive: true });
});

it('R74 faults are on from the start or switched while it runs; true transitions are read past them', async () => {
  const demo = await startDemo({
    clock: 'manual',
    faults: ['terminal-to-working', 'http-500=method=tools/list,every=1'],
  });
  const client = new RpcClient(demo.url);
  expect(demo.faults.active().map(({ name }) => name)).toEqual(['terminal-to-working', 'http-500']);
  const made = await client.call(1, 'tools/call', { name: 'slow_compute', arguments: { seconds: 1 } });
  await demo.advance(2_000);
  const seen = [];
  for (let i = 0; i < 2; i += 1)
    seen.push((await client.call(2, 'tasks/get', { taskId: made.taskId ?? '' })).status);
  expect(seen).toEqual(['completed', 'working']);
  const told = await demo.transitions();
  expect(told.map(({ to }) => to).at(-1)).toBe('completed');
  expect(await demo.transitions(told.at(-1)?.seq)).toEqual([]);
  demo.faults.reset();
  expect(await client.call(3, 'tools/list', {})).toHaveProperty('tools');
  await demo.close();
  await expect(startDemo({ faults: ['nope'] })).rejects.toThrow('There is no fault "nope"');
});

it('the traffic of a page is recorded as its browser tells it', async () => {
  type Hear = (request: WatchedRequest) => void;
  const hearers = new Map<string, Set<Hear>>([
    ['requestfinished', new Set()],
    ['requestfailed', new Set()],
  ]);
  const page = {
    on: (event: string, hear: Hear) => hearers.get(event)?.add(hear),
    off: (event: string, hear: Hear) => hearers.get(event)?.delete(hear),
  };
  const request = (url: string, failed = false): WatchedRequest => ({
    url: () => url,
    method: () => 'POST',
    headers: () => ({ 'mcp-method': 'tasks/get' }),
    postData: () => '{"id":1}',
    failure: () => (failed ? { errorText: 'net::ERR' } : null),
    response: async () =>
      failed
        ? null
        : {
            status: () => 200,
            statusText: () => 'OK',
            headers: () => ({}),
            text: async () => '{"result":{}}',
          },
  });
  const traffic = recordTraffic(page, 'http://127.0.0.1:1/mcp');
  const tell = (event: string, one: WatchedRequest) => {
    for (const hear of hearers.get(event) ?? []) hear(one);
  };
  tell('requestfinished', request('http://127.0.0.1:1/mcp'));
  tell('requestfinished', request('http://127.0.0.1:1/other'));
  tell('requestfailed', request('http://127.0.0.1:1/mcp', true));
  traffic.stop();
  tell('requestfinished', request('http://127.0.0.1:1/mcp'));
  expect(await traffic.exchanges()).toMatchObject([
    { method: 'tasks/get', status: 200, response: '{"result":{}}', failure: undefined },
    { status: 0, failure: 'net::ERR' },
  ]);
  // What the page's recordings open.
  expect(harEvents(await traffic.har())).toMatchObject({ ok: true });
});

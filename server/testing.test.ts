import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RpcClient } from './node/rpc-client.ts';
import { approve, finish, report } from './node/watch.suite.ts';
import { startDemo } from './testing.ts';

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

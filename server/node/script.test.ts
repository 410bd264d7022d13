import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDemoServer, readableBy } from '../index.ts';
import { openStore } from '../stores/open.ts';
import type { DemoWish, HostedDemo } from './demo.ts';
import { takeLock } from './lock.ts';
import { runScript, SCRIPT_LINES } from './script.ts';

/** What is said beside the lines. */
const METHODS = ['server/discover', 'tools/call', 'tasks/get', 'tasks/get', 'tasks/update', 'tasks/get'];

async function run(createDemo: (wish: DemoWish) => HostedDemo, dir?: string) {
  const told = { out: '', err: '' };
  const printer = {
    out(text: string) {
      told.out += text;
    },
    err(text: string) {
      told.err += text;
    },
    pid: process.pid,
  };
  const code = await runScript({ dir, version: '0.0.0' }, printer, { openStore, createDemo, readableBy });
  return { code, ...told };
}

it('R75 R73 the run is made on two servers, one after the other, on one store', async () => {
  let made = 0;
  const { code, out, err } = await run((wish) => {
    made += 1;
    return createDemoServer(wish);
  });
  expect([code, made]).toEqual([0, 2]);
  expect(out.split('\n').slice(0, 6)).toEqual(SCRIPT_LINES);
  expect(err.split('\n').filter((line) => line.includes('/'))).toEqual(METHODS);
});

it('R75 a line that differs ends it with 1 and says which', async () => {
  const { code, out, err } = await run((wish) => {
    const { answer: _passedBy, ...demo } = createDemoServer(wish);
    const lying = async (request: Request) => {
      const response = await demo.fetch(request);
      const text = await response.text();
      return new Response(text.replace('"resultType":"task"', '"resultType":"complete"'), response);
    };
    return { ...demo, fetch: lying };
  });
  expect([code, out]).toEqual([1, `${SCRIPT_LINES[0]}\n`]);
  expect(err).toContain('got "id=1 resultType=complete status=working" where "id=1 resultType=task');
});

it('R75 a worker that does nothing ends it with 1', async () => {
  const { code, err } = await run((wish) => {
    const demo = createDemoServer(wish);
    return { ...demo, worker: { ...demo.worker, step: async () => false } };
  });
  expect(code).toBe(1);
  expect(err).toMatch(/\ntaskscope: the script failed: the task did not come to input_required\n$/);
});

it('leaves a folder alone that another Taskscope uses', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'taskscope-script-'));
  const holder = createServer((_, response) => void response.end('{"bootId":"holder"}'));
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(holder.address() as AddressInfo).port}`;
  await takeLock(dir, { pid: process.pid, address, bootId: 'holder' });
  const { code, out, err } = await run((wish) => createDemoServer(wish), dir);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`in use by the Taskscope at ${address}`);
  holder.close();
  await rm(dir, { recursive: true });
});

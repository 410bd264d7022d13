import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { IDLE_WORKER } from '../../lab/hosted-worker.ts';
import { Steering } from '../../lab/steering.ts';
import { ownWorker } from '../../lab/workers.ts';
import { LocalBus } from '../../ports/bus.ts';
import { ManualClock } from '../../ports/manual-clock.ts';
import type { FromLab } from '../../protocol/lab.ts';
import { MemoryStore } from '../../stores/memory/memory-store.ts';
import { created } from '../../stores/samples.suite.ts';
import { SystemClock } from '../clock.ts';
import { socketDoor } from '../door.ts';
import { type Listening, listen } from '../listen.ts';
import { LabClient } from './client.ts';
import { type Lab, openLab } from './lab.ts';

const KEY = 'k'.repeat(32);

let listening: Listening;
let lab: Lab;
let store: MemoryStore;
let bus: LocalBus;
let machine: ManualClock;
beforeEach(async () => {
  store = new MemoryStore();
  bus = new LocalBus();
  machine = new ManualClock(undefined, () => new Promise((resolve) => setImmediate(resolve)));
  const steering = new Steering({
    store,
    clock: machine,
    machine,
    workers: [ownWorker(IDLE_WORKER)],
    servers: [],
    routes: () => undefined,
  });
  lab = openLab({ store, steering, key: KEY, bootId: 'boot', bus, machine });
  const door = socketDoor({ '/lab': { opened: async () => lab } }, ['https://ours.example']);
  listening = await listen(
    { host: '127.0.0.1', port: 0 },
    new SystemClock(),
    async () => new Response('page'),
    { take: (...asking) => door.take(listening.hosts, ...asking) },
  );
});
afterEach(async () => {
  lab.close();
  await machine.advance(1_000);
  await listening.close();
});

const connected = (since?: number) =>
  LabClient.connect(listening.origin, since === undefined ? { key: KEY } : { key: KEY, since });

/** A socket of its own, that sends what it is told to. */
async function raw(...messages: readonly string[]) {
  const ws = new WebSocket(`${listening.origin.replace('http', 'ws')}/lab`);
  const heard: FromLab[] = [];
  ws.on('message', (data) => heard.push(JSON.parse(String(data)) as FromLab));
  const closed = new Promise<readonly [number, string]>((resolve) =>
    ws.on('close', (code, reason) => resolve([code, String(reason)])),
  );
  await new Promise((resolve) => ws.once('open', resolve));
  for (const message of messages) ws.send(message);
  return { ws, heard, closed };
}

const hello = (over: object = {}) => JSON.stringify({ type: 'hello', version: 1, key: KEY, ...over });

describe('the first message', () => {
  it('a client that says nothing for five seconds is closed, with the reason', async () => {
    const { closed, heard } = await raw();
    await machine.advance(4_999);
    expect(heard).toEqual([]);
    await machine.advance(1);
    expect(await closed).toEqual([4408, expect.stringContaining('within 5 seconds')]);
  });

  it.each([
    ['no JSON', 'hello', 4400],
    ['JSON that is no hello', '{"type":"command","id":1,"do":"state"}', 4400],
    ['a place that is none', hello({ since: -1 }), 4400],
    ['a wrong key', hello({ key: 'K'.repeat(32) }), 4401],
    ['no key', hello({ key: undefined }), 4400],
    ['another version', hello({ version: 2 }), 4406],
    ['a wrong key and another version: no version is told', hello({ version: 2, key: '' }), 4401],
  ])('%s closes, and nothing is told before', async (_, message, code) => {
    const { closed, heard } = await raw(message, '{"type":"command","id":1,"do":"state"}');
    expect((await closed)[0]).toBe(code);
    expect(heard).toEqual([]);
  });

  it('only /lab is there, for our own pages and allowed ones', async () => {
    const ask = (path: string, origin?: string) =>
      new Promise<number>((resolve) => {
        const ws = new WebSocket(listening.origin.replace('http', 'ws') + path, origin ? { origin } : {});
        ws.on('open', () => {
          resolve(101);
          ws.terminate();
        });
        ws.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
        ws.on('error', () => {});
      });
    const local = listening.origin.replace('127.0.0.1', 'localhost');
    expect(await ask('/lab?x=1', listening.origin)).toBe(101);
    expect(await ask('/lab', local)).toBe(101);
    expect(await ask('/lab', 'https://ours.example')).toBe(101);
    expect(await ask('/lab')).toBe(101);
    expect(await ask('/labs')).toBe(404);
    for (const foreign of [
      'https://evil.example',
      'null',
      local.replace('http', 'https'),
      'http://127.0.0.1',
    ])
      expect(await ask('/lab', foreign)).toBe(403);
  });
});

describe('transitions', () => {
  it('R73: a place is resumed after, also where it is the last; one that was never reached begins anew', async () => {
    await created(store, 'tsk_1');
    await created(store, 'tsk_2');
    const all = await connected(0);
    expect(all.welcome).toMatchObject({ since: 0, head: 2, bootId: 'boot' });
    expect([await all.transition(), await all.transition()]).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    const last = await connected(2);
    await created(store, 'tsk_3');
    bus.publish({ taskId: 'tsk_3', revision: 1 });
    expect(await last.next()).toMatchObject({ type: 'transition', seq: 3, taskId: 'tsk_3' });
    expect((await connected(99)).welcome).toMatchObject({ since: 0, head: 3 });
  });

  it('R72: a commit whose hint got lost is told within a second', async () => {
    const client = await connected();
    await created(store, 'tsk_1');
    await machine.advance(1_000);
    expect(await client.transition()).toMatchObject({ seq: 1, taskId: 'tsk_1' });
  });
});

describe('commands', () => {
  it('each has an ack in its turn, with the new state or with what is wrong', async () => {
    const { ws, heard, closed } = await raw(
      hello(),
      '{"type":"command","id":"a","do":"worker/pause"}',
      '{"type":"command","id":2,"do":"leases/list"}',
      '{"type":"command","id":3,"do":"make/coffee"}',
      '{"type":"command","id":4,"do":"clock/jump","ms":0}',
      '{"type":"command","do":"state"}',
      '{"type":"command","id":6,"do":"clock/pause"}',
    );
    await new Promise<void>((resolve) => ws.on('message', () => heard.length === 7 && resolve()));
    expect(heard).toMatchObject([
      { type: 'welcome' },
      { type: 'ack', id: 'a', ok: true, state: { clock: { steerable: false }, gateway: false } },
      { id: 2, ok: true, leases: [] },
      {
        id: 3,
        ok: false,
        error: { code: 'unknown-command', message: expect.stringContaining('worker/step') },
      },
      { id: 4, ok: false, error: { code: 'bad-params' } },
      { id: null, ok: false, error: { code: 'bad-message' } },
      { id: 6, ok: false, error: { code: 'clock-not-steerable' } },
    ]);
    ws.send('no JSON');
    expect((await closed)[0]).toBe(4400);
  });

  it('what one client steers, the others are told', async () => {
    const [one, other] = [await connected(), await connected()];
    await one.do({ do: 'worker/pause' });
    expect(await other.next()).toMatchObject({ type: 'state', state: { workers: [{ state: 'paused' }] } });
    await other.do({ do: 'leases/list' });
    await one.do({ do: 'state' });
    one.close();
    await expect(one.next()).rejects.toMatchObject({ code: 1005 });
  });

  it('a client that does not wait for its acks is closed', async () => {
    store.leased = () => new Promise(() => {});
    const many = Array.from({ length: 40 }, (_, id) => `{"type":"command","id":${id},"do":"leases/list"}`);
    const { closed } = await raw(hello(), ...many);
    expect(await closed).toEqual([4429, expect.stringContaining('wait for their acks')]);
  });

  it('a client that answers no ping is gone by the next; one that does stays', async () => {
    const stays = await connected();
    const silent = new WebSocket(`${listening.origin.replace('http', 'ws')}/lab`, { autoPong: false });
    await new Promise((resolve) => silent.once('open', resolve));
    silent.send(hello());
    await new Promise((resolve) => silent.once('message', resolve));
    const closed = new Promise((resolve) => silent.on('close', resolve));
    await machine.advance(30_000);
    // The first ack comes after the ping, and the second command after its pong.
    for (const _ of ['ping', 'pong']) await stays.do({ do: 'state' });
    await machine.advance(30_000);
    expect(await closed).toBe(1006);
    await stays.do({ do: 'state' });
  });

  it('the end of the server is told, and holds for those that come later', async () => {
    const client = await connected();
    lab.close();
    await expect(client.next()).rejects.toMatchObject({ code: 1001 });
    await expect(connected()).rejects.toMatchObject({ code: 1001 });
  });
});

import { describe, expect, test, vi } from 'vitest';
import { LocalBus } from '../ports/bus.ts';
import { CountingIds } from '../ports/ids.ts';
import { own } from '../protocol/json.ts';
import { ALICE, Bench } from '../tasks/bench.suite.ts';
import { durable, next } from '../tasks/durable.ts';
import { TaskService } from '../tasks/service.ts';
import { taskRecord } from '../tools/task-record.ts';
import type { StreamItem } from './call.ts';
import { Subscription } from './subscription.ts';

const endless = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'on', state: null, afterMs: 0, message: 'Begun.' }),
  steps: { on: () => next('on', null, 0) },
});

const LISTS = { changing: ['tools' as const], templates: [taskRecord] };

async function open(count = 1, { keepAliveMs, rereadMs } = { keepAliveMs: 1000, rereadMs: 5000 }) {
  const bench = new Bench({ endless });
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await bench.create('endless'));
  const { service, bus, clock } = bench;
  const dress = { serverInfo: { name: 'n', version: '1' }, lab: true };
  const around = { service, bus, clock, dress, ...LISTS, keepAliveMs, rereadMs };
  const stream = await Subscription.open(around, 'L', ALICE, { taskIds: ids });
  return { bench, ids, stream, worker: bench.worker() };
}

/** Method or revision of what the stream said. */
function brief(item: StreamItem): unknown {
  if (item.kind !== 'message') return item.kind;
  const meta = own(own(item.message, 'params'), '_meta');
  return own(meta, 'dev.taskscope/revision') ?? item.message.method;
}

describe('Subscription', () => {
  test('R59: acknowledgement, then the state as it is, then each change', async () => {
    const { stream, worker } = await open();
    expect(brief(await stream.next())).toBe('notifications/subscriptions/acknowledged');
    expect(brief(await stream.next())).toBe(1);
    const waiting = stream.next();
    await worker.step();
    expect(brief(await waiting)).toBe(2);
  });

  test('who does not read misses no state for good: a thousand changes become the newest one, and cost one entry', async () => {
    const { stream, worker } = await open();
    for (let i = 0; i < 2; i += 1) await stream.next();
    for (let i = 0; i < 1000; i += 1) await worker.step();
    expect(brief(await stream.next())).toBe(1001);
    const waiting = stream.next();
    await worker.step();
    expect(brief(await waiting)).toBe(1002);
  });

  test('repeated, late and foreign hints say nothing new', async () => {
    const { bench, ids, stream } = await open();
    for (let i = 0; i < 2; i += 1) await stream.next();
    for (const taskId of [ids[0] ?? '', 'tsk_other']) bench.bus.publish({ taskId, revision: 99 });
    const waiting = stream.next();
    await bench.clock.advance(1000);
    expect(brief(await waiting)).toBe('idle');
  });

  test('R65: silence of the given length is an idle item; closing ends the wait and leaves no timer', async () => {
    const { bench, stream } = await open(0);
    await stream.next();
    const waiting = stream.next();
    await bench.clock.advance(999);
    expect(bench.clock.pending).toBe(1);
    await bench.clock.advance(1);
    expect(brief(await waiting)).toBe('idle');
    const last = stream.next();
    stream.close();
    expect(brief(await last)).toBe('closed');
    expect(bench.clock.pending).toBe(0);
  });

  test('a hint that got lost only delays: a task that goes on is looked up again after a while, an ended one is not', async () => {
    const { bench, ids, stream } = await open(1, { keepAliveMs: 100_000, rereadMs: 5_000 });
    for (let i = 0; i < 2; i += 1) await stream.next();
    const { store, clock, works } = bench;
    // Another process, whose bus is not heard here.
    const ports = { store, clock, ids: new CountingIds(), bus: new LocalBus() };
    const elsewhere = new TaskService(ports, works, { ttlMs: null, pollIntervalMs: null, speed: 1 });
    await elsewhere.cancel(ids[0] ?? '', ALICE);
    let told: unknown;
    const waiting = stream.next().then((item) => {
      told = brief(item);
    });
    await clock.advance(4_999);
    expect(told).toBeUndefined();
    await clock.advance(1);
    await waiting;
    expect(told).toBe(2);
    const find = vi.spyOn(store, 'find');
    const last = stream.next();
    await clock.advance(100_000);
    expect(brief(await last)).toBe('idle');
    expect(find).not.toHaveBeenCalled();
  });

  test('a keep-alive is due after silence, however often the store is looked at in between', async () => {
    const { bench, stream } = await open(1, { keepAliveMs: 1000, rereadMs: 300 });
    for (let i = 0; i < 2; i += 1) await stream.next();
    const waiting = stream.next();
    await bench.clock.advance(999);
    expect(bench.clock.pending).toBe(1);
    await bench.clock.advance(1);
    expect(brief(await waiting)).toBe('idle');
    stream.close();
    expect(bench.clock.pending).toBe(0);
  });

  test('R65: finishing answers the listen with its result', async () => {
    const { stream } = await open();
    expect(stream.finish()).toMatchObject({
      jsonrpc: '2.0',
      id: 'L',
      result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 'L' } },
    });
  });

  test('R64: ids of others and unknown ones are not accepted', async () => {
    const { bench, ids } = await open();
    const { service, bus, clock } = bench;
    const dress = { serverInfo: { name: 'n', version: '1' }, lab: false };
    const around = { service, bus, clock, dress, ...LISTS, keepAliveMs: 1000, rereadMs: 5000 };
    const foreign = await Subscription.open(
      around,
      1,
      { tenant: 'acme', principal: 'bob' },
      {
        taskIds: [...ids, 'tsk_x'],
      },
    );
    const item = await foreign.next();
    expect(item.kind === 'message' && own(item.message.params, 'notifications')).toEqual({ taskIds: [] });
  });

  test('a change of a list is told to those who asked for it, once for any number of changes', async () => {
    const { bench } = await open(0);
    const { service, bus, clock } = bench;
    const dress = { serverInfo: { name: 'n', version: '1' }, lab: true };
    const around = { service, bus, clock, dress, ...LISTS, keepAliveMs: 1000, rereadMs: 5000 };
    const filter = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['x'] };
    const asked = await Subscription.open(around, 'T', ALICE, filter);
    const others = await Subscription.open(around, 'O', ALICE, {});
    const ack = await asked.next();
    expect(ack.kind === 'message' && own(ack.message.params, 'notifications')).toEqual({
      toolsListChanged: true,
    });
    await others.next();
    const waiting = asked.next();
    for (const list of ['prompts', 'resources', 'tools', 'tools'] as const) bus.publish({ list });
    expect(await waiting).toEqual({
      kind: 'message',
      message: {
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'T' } },
      },
    });
    for (const stream of [asked, others]) {
      const silent = stream.next();
      await clock.advance(1000);
      expect(brief(await silent)).toBe('idle');
      stream.close();
    }
    bus.publish({ list: 'tools' });
    expect(brief(await asked.next())).toBe('closed');
  });
});

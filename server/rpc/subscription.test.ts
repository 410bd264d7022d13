import { describe, expect, test } from 'vitest';
import { own } from '../protocol/json.ts';
import { ALICE, Bench } from '../tasks/bench.suite.ts';
import { durable, next } from '../tasks/durable.ts';
import type { StreamItem } from './call.ts';
import { TaskSubscription } from './subscription.ts';

const endless = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'on', state: null, afterMs: 0, message: 'Begun.' }),
  steps: { on: () => next('on', null, 0) },
});

async function open(count = 1) {
  const bench = new Bench({ endless });
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await bench.create('endless'));
  const { service, bus, clock } = bench;
  const dress = { serverInfo: { name: 'n', version: '1' }, lab: true };
  const around = { service, bus, clock, dress, keepAliveMs: 1000 };
  const stream = await TaskSubscription.open(around, 'L', ALICE, ids);
  return { bench, ids, stream, worker: bench.worker() };
}

/** Method or revision of what the stream said. */
function brief(item: StreamItem): unknown {
  if (item.kind !== 'message') return item.kind;
  const meta = own(own(item.message, 'params'), '_meta');
  return own(meta, 'dev.taskscope/revision') ?? item.message.method;
}

describe('TaskSubscription', () => {
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
    const around = { service, bus, clock, dress, keepAliveMs: 1000 };
    const foreign = await TaskSubscription.open(around, 1, { tenant: 'acme', principal: 'bob' }, [
      ...ids,
      'tsk_x',
    ]);
    const item = await foreign.next();
    expect(item.kind === 'message' && own(item.message.params, 'notifications')).toEqual({ taskIds: [] });
  });
});

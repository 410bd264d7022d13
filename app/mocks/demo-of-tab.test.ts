import { expect, test } from 'vitest';
import { ANSWERING, APPROVED, Client, meta, part } from '../../server/http/suite/mount.suite.ts';
import { CountingIds } from '../../server/ports/ids.ts';
import { ManualClock } from '../../server/ports/manual-clock.ts';
import { META } from '../../server/protocol/meta.ts';
import { MemoryStore } from '../../server/stores/memory/memory-store.ts';
import { type Broadcast, ChannelBus } from './channel-bus.ts';
import { type DemoOfTab, demoOfTab } from './demo-of-tab.ts';
import type { TabLocks } from './tab-locks.ts';

/** What the tabs of one browser share: each has locks and a channel of its own to it. */
function browser() {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const ids = new CountingIds();
  const channels = new Set<Broadcast>();
  const labChannels = new Set<Broadcast>();
  const waiting: (() => void)[] = [];
  let worker: number | undefined;
  const next = (): void => {
    worker = undefined;
    waiting.shift()?.();
  };
  const open = async (tab: number): Promise<DemoOfTab & { close: () => Promise<void> }> => {
    const channel: Broadcast = {
      onmessage: null,
      postMessage(message) {
        for (const other of channels)
          if (other !== channel) other.onmessage?.({ data: structuredClone(message) } as MessageEvent);
      },
    };
    channels.add(channel);
    const locks: TabLocks = {
      hold: () =>
        new Promise((held) => {
          const take = (): void => {
            worker = tab;
            held();
          };
          if (worker === undefined) take();
          else waiting.push(take);
        }),
      alone: (_name, work) => work(),
      share: async () => () => undefined,
      isFree: async () => true,
    };
    const labChannel: Broadcast = {
      onmessage: null,
      postMessage(message) {
        for (const other of labChannels)
          if (other !== labChannel) other.onmessage?.({ data: message } as MessageEvent);
      },
    };
    labChannels.add(labChannel);
    const bus = new ChannelBus(channel);
    const { demo, lab } = await demoOfTab({ clock, store, ids, locks, bus, channel: labChannel });
    const close = async (): Promise<void> => {
      channels.delete(channel);
      demo.worker.kill('now');
      if (worker === tab) next();
    };
    return { demo, lab, close };
  };
  return { clock, store, open };
}

function clientOf(demo: DemoOfTab['demo'], clock: ManualClock): Client {
  return new Client({
    url: 'http://127.0.0.1/in-page/mcp',
    fetch: (request) => demo.fetch(request),
    step: async () => false,
    advance: (ms) => clock.advance(ms),
    restart: async () => undefined,
    close: async () => undefined,
  });
}

test('one tab works, all answer; when it closes the next one goes on with the task (R3, R72)', async () => {
  const { clock, open } = browser();
  const first = await open(1);
  const second = await open(2);
  await clock.advance(0);
  const states = () => [first, second].map(({ demo }) => demo.worker.view().state);
  expect(states()).toEqual(['running', 'paused']);
  const client = clientOf(second.demo, clock);
  const taskId = await client.report();
  await clock.advance(6_000);
  expect(await client.status(taskId)).toBe('input_required');
  await first.close();
  await clock.advance(0);
  expect(states()[1]).toBe('running');
  await client.answer(taskId, APPROVED);
  await clock.advance(60_000);
  expect(await client.status(taskId)).toBe('completed');
});

test('a change that one tab commits is told to the listeners of all, once', async () => {
  const channels: Broadcast[] = [];
  const buses = [1, 2].map(() => {
    const channel: Broadcast = {
      onmessage: null,
      postMessage(data) {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent);
      },
    };
    channels.push(channel);
    return new ChannelBus(channel);
  });
  const heard: string[] = [];
  for (const [n, bus] of buses.entries()) {
    bus.subscribe(({ taskId }) => heard.push(`${n}: ${taskId}`));
    bus.subscribeLists(({ list }) => heard.push(`${n}: ${list}`));
  }
  buses[0]?.publish({ taskId: 'tsk_1', revision: 2 });
  buses[1]?.publish({ list: 'tools' });
  expect(heard.sort()).toEqual(['0: tools', '0: tsk_1', '1: tools', '1: tsk_1']);
});

test('a round that begins in one tab goes on in another, and after a reload: the sealing key is in the store (R37)', async () => {
  const { clock, store, open } = browser();
  const ask = { meta: meta({ [META.clientCapabilities]: ANSWERING }) };
  const params = { name: 'book_room', arguments: { people: 6 } };
  const first = clientOf((await open(1)).demo, clock);
  const { requestState = null } = (await first.ask('tools/call', params, ask)).result;
  const inputResponses = { room: { action: 'accept', content: { room: 'Grace' } } };
  const second = clientOf((await open(2)).demo, clock);
  const { result } = await second.ask('tools/call', { ...params, inputResponses, requestState }, ask);
  expect(Object.keys(part(result, 'inputRequests'))).toEqual(['guest']);
  expect(await store.kept('seal-key')).toHaveLength(32);
});

test('R74 the lab of a page: faults and time are those of all tabs, and outlive a reload', async () => {
  const { clock, open } = browser();
  const first = await open(1);
  const second = await open(2);
  await clock.advance(0);
  expect(await first.lab.ask({ do: 'faults/on', fault: 'cancel-ignored' })).toMatchObject({ ok: true });
  await clock.advance(0);
  expect(second.demo.faults.active()).toMatchObject([{ name: 'cancel-ignored' }]);
  expect((await open(3)).demo.faults.active()).toMatchObject([{ name: 'cancel-ignored' }]);
  expect(await second.lab.ask({ do: 'worker/pause' })).toMatchObject({ error: { code: 'other-tab' } });
  expect(await second.lab.ask({ do: 'faults/on', fault: 'x' })).toMatchObject({
    error: { code: 'bad-fault' },
  });
});

test('R74 an hour of TTL in one jump, told as it was committed; a killed server is back with its faults', async () => {
  const { clock, open } = browser();
  const { demo, lab } = await open(1);
  await clock.advance(0);
  const told: string[] = [];
  const leave = lab.listen((message) => {
    told.push(message.type === 'transition' ? message.kind : message.type);
  });
  const taskId = await clientOf(demo, clock).task('endless_tool');
  const before = Date.now();
  // The page's own clock makes the turns of a jump.
  const jumped = lab.ask({ do: 'clock/jump', ms: 3_600_000 });
  let over = false;
  void jumped.finally(() => {
    over = true;
  });
  while (!over) {
    await clock.advance(1);
    await new Promise((turn) => setImmediate(turn));
  }
  expect(await jumped).toMatchObject({ ok: true, moved: 3_600_000 });
  expect(Date.now() - before).toBeLessThan(10_000);
  expect(told[0]).toBe('welcome');
  expect(told).toContain('expired');
  await lab.ask({ do: 'faults/on', fault: 'no-nested-result-type' });
  await lab.ask({ do: 'server/kill', downMs: 1_000 });
  await expect(demo.fetch(new Request('http://127.0.0.1/mcp')).then((r) => r.text())).rejects.toThrow();
  await clock.advance(1_000);
  expect(demo.faults.active()).toMatchObject([{ name: 'no-nested-result-type' }]);
  expect(await clientOf(demo, clock).task('generate_report', { size: 'small' })).not.toBe(taskId);
  leave();
});

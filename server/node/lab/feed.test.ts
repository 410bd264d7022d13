import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Feed, type Outlet } from '../../lab/feed.ts';
import type { FromLab, LabTransition } from '../../protocol/lab.ts';
import { MemoryStore } from '../../stores/memory/memory-store.ts';
import { alice, changed, created, rowOf, T0 } from '../../stores/samples.suite.ts';

/** An outlet that takes messages one by one, when it is told to, and counts how many wait in it. */
class SlowOutlet implements Outlet {
  open = true;
  readonly told: FromLab[] = [];
  most = 0;
  #waiting: (() => void)[] = [];

  send(message: FromLab): Promise<void> {
    this.told.push(message);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.most = Math.max(this.most, this.#waiting.length);
    });
  }

  /** Takes what waits. @returns false where nothing does */
  async read(): Promise<boolean> {
    const [first, ...more] = this.#waiting;
    this.#waiting = more;
    first?.();
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
    return first !== undefined;
  }
}

const transitions = (told: readonly FromLab[]) =>
  told.filter((message): message is LabTransition => message.type === 'transition');

it('R72 R74: whatever is committed, removed, hinted or read when: every place is told once, in order, and revisions have no gap', async () => {
  const act = fc.record({
    what: fc.constantFrom('create', 'create', 'change', 'end', 'end', 'purge', 'hint', 'read', 'read'),
    id: fc.constantFrom('tsk_a', 'tsk_b', 'tsk_c', 'tsk_d'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 60 }), async (acts) => {
      const store = new MemoryStore();
      const outlet = new SlowOutlet();
      const feed = new Feed(store, outlet, 0);
      const kept = new Map<string, number>();
      for (const { what, id } of acts) {
        const found = await store.find(id, alice);
        const row = found?.kind === 'task' ? found.row : undefined;
        if (what === 'create' && found === undefined) await created(store, id, { ttlMs: 1 });
        else if (what === 'change' && row !== undefined) await changed(store, row);
        else if (what === 'end' && row !== undefined)
          await changed(store, row, { status: 'completed', wakeAt: null });
        else if (what === 'purge') await store.purge(T0 + 1, 0, 9);
        else if (what === 'hint') feed.hint();
        else if (what === 'read') await outlet.read();
      }
      feed.hint();
      for (let idle = 0; idle < 3; ) idle = (await outlet.read()) ? 0 : idle + 1;
      const places = outlet.told.flatMap((message) => {
        if (message.type === 'transition') return [message.seq];
        if (message.type !== 'gone') return [];
        return Array.from({ length: message.to - message.from + 1 }, (_, n) => message.from + n);
      });
      const { upTo } = await store.transitions(Number.MAX_SAFE_INTEGER, 1);
      expect(places).toEqual(Array.from({ length: upTo }, (_, n) => n + 1));
      for (const { taskId, revision } of transitions(outlet.told)) {
        // What a purge took before it was told is missing as a whole stretch, at the end of what was told.
        expect(revision).toBe((kept.get(taskId) ?? 0) + 1);
        kept.set(taskId, revision);
      }
      expect(outlet.most).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

it('R72: a reader that never reads holds one message, however much is committed; one that has closed gets nothing', async () => {
  const store = new MemoryStore();
  const outlet = new SlowOutlet();
  const feed = new Feed(store, outlet, 0);
  await created(store, 'tsk_1');
  for (let i = 0; i < 1_000; i += 1) {
    await changed(store, await rowOf(store, 'tsk_1'));
    feed.hint();
  }
  expect(outlet.told).toHaveLength(1);
  await outlet.read();
  expect(outlet.told).toHaveLength(2);
  outlet.open = false;
  await outlet.read();
  const { length } = outlet.told;
  feed.hint();
  await outlet.read();
  expect(outlet.told).toHaveLength(length);
});

it('a store that cannot answer is asked again at the next hint', async () => {
  const store = new MemoryStore();
  const outlet = new SlowOutlet();
  await created(store, 'tsk_1');
  let broken = true;
  const failing = Object.assign(Object.create(store) as MemoryStore, {
    transitions: (after: number, limit: number) =>
      broken ? Promise.reject(new Error('locked')) : store.transitions(after, limit),
  });
  const feed = new Feed(failing, outlet, 0);
  feed.hint();
  await outlet.read();
  expect(outlet.told).toEqual([]);
  broken = false;
  feed.hint();
  await outlet.read();
  expect(transitions(outlet.told)).toMatchObject([{ seq: 1, serverTime: T0, mono: null, bootId: null }]);
});

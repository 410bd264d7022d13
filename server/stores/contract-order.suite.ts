import { expect, it } from 'vitest';
import type { TaskStore } from '../ports/task-store.ts';
import type { Make } from './make.suite.ts';
import { changed, claimed, created, eventOf, newRow, rowOf, T0 } from './samples.suite.ts';

const ENDED = { status: 'completed', wakeAt: null, ttlMs: 10 } as const;

/** What the order tells after `after`, as `id@revision`. */
async function told(store: TaskStore, after: number, limit = 99): Promise<readonly string[]> {
  const { events } = await store.transitions(after, limit);
  return events.map(({ seq, taskId, revision }) => `${seq} ${taskId}@${revision}`);
}

/** S35 to S37: the order of commits, leases, and what the server keeps for itself. */
export function orderContract(fresh: Make): void {
  it('S35 (R72): all commits have one order without a gap, and a stretch of it says how far it goes', async () => {
    const { store } = await fresh();
    expect(await store.transitions(0, 9)).toEqual({ events: [], upTo: 0 });
    const one = await created(store, 'tsk_1');
    await created(store, 'tsk_2');
    await changed(store, one);
    // Neither a claim nor a refused commit has a place.
    await claimed(store, 'w', T0);
    expect(await changed(store, one)).toEqual({ kind: 'conflict' });
    await created(store, 'tsk_3');
    expect(await told(store, 0)).toEqual(['1 tsk_1@1', '2 tsk_2@1', '3 tsk_1@2', '4 tsk_3@1']);
    expect(await told(store, 2)).toEqual(['3 tsk_1@2', '4 tsk_3@1']);
    expect(await store.transitions(1, 2)).toMatchObject({ events: [{ seq: 2 }, { seq: 3 }], upTo: 3 });
    expect(await store.transitions(4, 2)).toEqual({ events: [], upTo: 4 });
  });

  it('S35: commits at the same time have a place each', async () => {
    const { store } = await fresh();
    const ids = Array.from({ length: 20 }, (_, n) => `tsk_${n}`);
    await Promise.all(ids.map((id) => created(store, id)));
    const { events, upTo } = await store.transitions(0, 99);
    expect(events.map(({ seq }) => seq)).toEqual(ids.map((_, n) => n + 1));
    expect(new Set(events.map(({ taskId }) => taskId)).size).toBe(20);
    expect(upTo).toBe(20);
  });

  it('S35: the server that committed is told with its own clock', async () => {
    const { store, reopen } = await fresh();
    const row = newRow('tsk_1');
    const event = { ...eventOf(row, 'created'), mono: 12.5, bootId: 'boot' };
    await store.create(row, event);
    expect((await store.transitions(0, 9)).events).toEqual([{ ...event, seq: 1 }]);
    if (reopen === undefined) return;
    await store.close();
    expect((await (await reopen()).transitions(0, 9)).events).toEqual([{ ...event, seq: 1 }]);
  });

  it('S35: a purge takes its transitions out and gives no place back, over a restart, too', async () => {
    const { store, reopen } = await fresh();
    await created(store, 'tsk_1');
    await created(store, 'tsk_2', ENDED);
    await store.purge(T0 + 10, 0, 9);
    expect(await store.transitions(0, 9)).toMatchObject({ events: [{ seq: 1 }], upTo: 2 });
    if (reopen !== undefined) await store.close();
    const again = (await reopen?.()) ?? store;
    expect(await again.transitions(0, 9)).toMatchObject({ events: [{ seq: 1 }], upTo: 2 });
    await created(again, 'tsk_3');
    expect(await told(again, 0)).toEqual(['1 tsk_1@1', '3 tsk_3@1']);
  });

  it('S36 (R72): leases are told while there is work, the one that ends first first', async () => {
    const { store } = await fresh();
    for (const id of ['tsk_a', 'tsk_b', 'tsk_c', 'tsk_free']) await created(store, id);
    await claimed(store, 'w', T0, 500);
    await claimed(store, 'w', T0, 400);
    await claimed(store, 'v', T0, 500);
    expect((await store.leased(9)).map(({ taskId }) => taskId)).toEqual(['tsk_b', 'tsk_a', 'tsk_c']);
    expect(await store.leased(1)).toEqual([await rowOf(store, 'tsk_b')]);
    const row = await rowOf(store, 'tsk_a');
    // A cancel at once leaves the lease as it is (S9), but there is nothing left to hold.
    await changed(store, row, { status: 'cancelled', wakeAt: null });
    await store.release('tsk_b', 1);
    expect((await store.leased(9)).map(({ taskId }) => taskId)).toEqual(['tsk_c']);
  });

  it('S37: what is kept stays until something else is kept under its name, over a restart, too', async () => {
    const { store, reopen } = await fresh();
    expect(await store.kept('clock')).toBeUndefined();
    await store.keep('clock', { virtual: 1.5, paused: true });
    await Promise.all([
      store.keep('clock', 1),
      store.keep('clock', { virtual: 2 }),
      store.keep('other', null),
    ]);
    if (reopen !== undefined) await store.close();
    const again = (await reopen?.()) ?? store;
    expect([await again.kept('clock'), await again.kept('other')]).toEqual([{ virtual: 2 }, null]);
  });
}

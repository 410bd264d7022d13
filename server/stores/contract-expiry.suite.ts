import { expect, it } from 'vitest';
import type { Make } from './make.suite.ts';
import { alice, aliceElsewhere, bob, changed, created, rowOf, T0 } from './samples.suite.ts';

const ENDED = { status: 'completed', wakeAt: null } as const;

/** S16 to S18: time to live and retention. */
export function expiryContract(fresh: Make): void {
  it('S16 (R71): a task is overdue from the very end of its TTL, counted from creation, and never before', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1', { ttlMs: 900_000 });
    const late = { lastUpdatedAt: T0 + 800_000, wakeAt: T0 + 800_000 };
    await changed(store, await rowOf(store, 'tsk_1'), late);
    expect(await store.overdue(T0 + 899_999, 10)).toEqual([]);
    const row = await rowOf(store, 'tsk_1');
    expect(await store.overdue(T0 + 900_000, 10)).toEqual([row]);
    expect(await store.overdue(T0 + 900_001, 10)).toEqual([row]);
  });

  it('S16 (R71): ended tasks and tasks without a TTL are never overdue; earliest first, up to the limit', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_free', { ttlMs: null });
    await created(store, 'tsk_c', { ttlMs: 30 });
    await created(store, 'tsk_b', { ttlMs: 30 });
    await created(store, 'tsk_a', { createdAt: T0 + 10, ttlMs: 30 });
    await created(store, 'tsk_d', { ttlMs: 0 });
    await created(store, 'tsk_asks', { ttlMs: 50, status: 'input_required', wakeAt: null });
    for (const status of ['completed', 'failed', 'cancelled'] as const)
      await created(store, `tsk_${status}`, { ttlMs: 5, status, wakeAt: null });
    const ids = (now: number, limit: number) =>
      store.overdue(now, limit).then((rows) => rows.map((row) => row.taskId));
    expect(await ids(T0 + 1e12, 10)).toEqual(['tsk_d', 'tsk_b', 'tsk_c', 'tsk_a', 'tsk_asks']);
    expect(await ids(T0 + 1e12, 2)).toEqual(['tsk_d', 'tsk_b']);
    expect(await ids(T0 + 39, 10)).toEqual(['tsk_d', 'tsk_b', 'tsk_c']);
    expect(await ids(T0, 0)).toEqual([]);
  });

  it('S16 (R71): a TTL that is shortened or lifted counts from creation as well', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1', { ttlMs: 900_000 });
    await changed(store, row, { ttlMs: 100 });
    expect(await store.overdue(T0 + 99, 1)).toEqual([]);
    expect(await store.overdue(T0 + 100, 1)).toHaveLength(1);
    await changed(store, await rowOf(store, 'tsk_1'), { ttlMs: null });
    expect(await store.overdue(T0 + 1e12, 1)).toEqual([]);
  });

  it('S17 (R70, R71): a purge removes ended tasks after TTL and retention, and leaves `expired` for the owner only', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1', { ...ENDED, ttlMs: 100 });
    await created(store, 'tsk_working', { ttlMs: 100 });
    await created(store, 'tsk_free', { ...ENDED, ttlMs: null });
    expect(await store.purge(T0 + 149, 50, 10)).toBe(0);
    expect(await rowOf(store, 'tsk_1')).toMatchObject({ status: 'completed' });
    expect(await store.purge(T0 + 150, 50, 10)).toBe(1);
    expect(await store.find('tsk_1', alice)).toEqual({ kind: 'expired', purgedAt: T0 + 150 });
    for (const other of [bob, aliceElsewhere]) expect(await store.find('tsk_1', other)).toBeUndefined();
    expect(await store.events('tsk_1')).toEqual([]);
    expect(await store.purge(T0 + 1e12, 50, 10)).toBe(0);
    expect(await rowOf(store, 'tsk_working')).toMatchObject({ status: 'working' });
    expect(await rowOf(store, 'tsk_free')).toMatchObject({ status: 'completed' });
  });

  it('S17: a purge takes the earliest first, up to the limit', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_b', { ...ENDED, ttlMs: 20 });
    await created(store, 'tsk_a', { ...ENDED, ttlMs: 20 });
    await created(store, 'tsk_c', { ...ENDED, ttlMs: 10 });
    expect(await store.purge(T0 + 50, 0, 2)).toBe(2);
    expect(await store.find('tsk_b', alice)).toMatchObject({ kind: 'task' });
    expect(await store.purge(T0 + 50, 0, 2)).toBe(1);
    expect(await store.purge(T0 + 50, 0, 2)).toBe(0);
  });

  it('S17: purges at the same time count each task once', async () => {
    const { store } = await fresh();
    for (const id of ['a', 'b', 'c']) await created(store, `tsk_${id}`, { ...ENDED, ttlMs: 1 });
    const counts = await Promise.all([store.purge(T0 + 1, 0, 10), store.purge(T0 + 1, 0, 10)]);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(3);
  });

  it('S33 (R71): a mark is kept for its time, that last millisecond excluded; then its id is unknown to its owner, too', async () => {
    const { store, reopen } = await fresh();
    for (const [id, ttlMs] of [
      ['c', 10],
      ['b', 10],
      ['a', 20],
    ] as const)
      await created(store, `tsk_${id}`, { ...ENDED, ttlMs });
    await store.purge(T0 + 10, 0, 10);
    await store.purge(T0 + 20, 0, 10);
    expect(await store.forget(T0 + 109, 100, 10)).toBe(0);
    expect(await store.find('tsk_b', alice)).toEqual({ kind: 'expired', purgedAt: T0 + 10 });
    expect(await store.forget(T0 + 200, 100, 1)).toBe(1);
    expect([await store.find('tsk_b', alice), await store.find('tsk_c', alice)]).toEqual([
      undefined,
      { kind: 'expired', purgedAt: T0 + 10 },
    ]);
    const counts = await Promise.all([store.forget(T0 + 110, 100, 10), store.forget(T0 + 110, 100, 10)]);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1);
    if (reopen !== undefined) await store.close();
    const again = (await reopen?.()) ?? store;
    expect(await again.find('tsk_c', alice)).toBeUndefined();
    expect(await again.find('tsk_a', alice)).toEqual({ kind: 'expired', purgedAt: T0 + 20 });
    if (reopen !== undefined) await again.close();
  });

  it('S18: nextExpiry is the first moment at which overdue or purge has work', async () => {
    const { store } = await fresh();
    expect(await store.nextExpiry(1_000, 5_000)).toBeUndefined();
    await created(store, 'tsk_free', { ttlMs: null });
    expect(await store.nextExpiry(1_000, 5_000)).toBeUndefined();
    await created(store, 'tsk_1', { ttlMs: 400 });
    await created(store, 'tsk_2', { ...ENDED, ttlMs: 100 });
    expect(await store.nextExpiry(1_000, 5_000)).toBe(T0 + 400);
    expect(await store.nextExpiry(200, 5_000)).toBe(T0 + 300);
    expect(await store.purge(T0 + 300, 200, 1)).toBe(1);
    expect(await store.nextExpiry(200, 5_000)).toBe(T0 + 400);
    await changed(store, await rowOf(store, 'tsk_1'), ENDED);
    expect(await store.nextExpiry(200, 5_000)).toBe(T0 + 600);
    expect(await store.purge(T0 + 600, 200, 1)).toBe(1);
    expect(await store.nextExpiry(200, 5_000)).toBe(T0 + 300 + 5_000);
    expect(await store.nextExpiry(200, 10)).toBe(T0 + 310);
    expect(await store.forget(T0 + 310, 10, 9)).toBe(1);
    expect(await store.nextExpiry(200, 10)).toBe(T0 + 610);
    expect(await store.forget(T0 + 610, 10, 9)).toBe(1);
    expect(await store.nextExpiry(200, 10)).toBeUndefined();
  });

  it('S18: fractions of a millisecond and a TTL without end in sight do not part nextExpiry from purge', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_long', { ttlMs: Number.MAX_SAFE_INTEGER });
    expect(await store.nextExpiry(1, 5_000)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    expect(await rowOf(store, 'tsk_long')).toMatchObject({ ttlMs: Number.MAX_SAFE_INTEGER });
    await created(store, 'tsk_1', { ...ENDED, createdAt: T0 + 0.1, ttlMs: 0.2 });
    const at = (await store.nextExpiry(0.7, 5_000)) ?? 0;
    expect(at).toBeGreaterThan(T0);
    expect(await store.purge(at, 0.7, 10)).toBe(1);
  });
}

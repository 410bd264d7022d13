import { expect, it } from 'vitest';
import type { Make } from './make.suite.ts';
import { changed, claimed, created, rowOf, T0 } from './samples.suite.ts';

/** S10 to S15, S21: claims, leases, fencing. */
export function leaseContract(fresh: Make): void {
  it('S11 (R72): a claim takes what is due, earliest first, equal times by id; never what is not due', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_c', { wakeAt: T0 + 5 });
    await created(store, 'tsk_b', { wakeAt: T0 + 5 });
    await created(store, 'tsk_d', { wakeAt: T0 + 3 });
    await created(store, 'tsk_a', { wakeAt: T0 + 7 });
    await created(store, 'tsk_never', { wakeAt: null });
    expect(await store.claim('w', T0 + 2, 100)).toBeUndefined();
    const order = [];
    for (let n = 0; n < 4; n += 1) order.push((await store.claim('w', T0 + 6, 100))?.taskId);
    expect(order).toEqual(['tsk_d', 'tsk_b', 'tsk_c', undefined]);
    expect((await store.claim('w', T0 + 7, 100))?.taskId).toBe('tsk_a');
  });

  it('S12: a claim sets the lease and the next epoch; revision, content and events stay', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    const first = await claimed(store, 'w1', T0 + 10, 500);
    const lease = { worker: 'w1', epoch: 1, expiresAt: T0 + 510 };
    expect(first).toEqual({ ...row, epoch: 1, lease });
    expect(await rowOf(store, 'tsk_1')).toEqual(first);
    const second = await claimed(store, 'w2', T0 + 510, 500);
    expect(second).toEqual({ ...row, epoch: 2, lease: { worker: 'w2', epoch: 2, expiresAt: T0 + 1_010 } });
    expect(await store.events('tsk_1')).toHaveLength(1);
  });

  it('S13 (R72): nobody else claims before the lease’s last millisecond is over', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1');
    await claimed(store, 'w1', T0, 500);
    expect(await store.claim('w2', T0 + 499, 500)).toBeUndefined();
    expect(await store.claim('w1', T0 + 499, 500)).toBeUndefined();
    expect(await store.claim('w2', T0 + 500, 500)).toMatchObject({ epoch: 2, lease: { worker: 'w2' } });
  });

  it('S13 (R72): of many claims at the same time no two get one task', async () => {
    const { store } = await fresh();
    for (const id of ['a', 'b', 'c']) await created(store, `tsk_${id}`);
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => store.claim(`w${n}`, T0, 500)));
    const ids = all.flatMap((row) => (row === undefined ? [] : [row.taskId]));
    expect(ids.sort()).toEqual(['tsk_a', 'tsk_b', 'tsk_c']);
    for (const id of ids) expect((await rowOf(store, id)).epoch).toBe(1);
  });

  it('S10 (R72, R78): a worker whose lease was taken by another cannot commit; the other can', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1');
    const zombie = await claimed(store, 'w1', T0, 500);
    const heir = await claimed(store, 'w2', T0 + 500, 500);
    const done = { status: 'completed', wakeAt: null, lease: null } as const;
    expect(await changed(store, zombie, done, zombie.epoch)).toEqual({ kind: 'fenced' });
    expect(await rowOf(store, 'tsk_1')).toEqual(heir);
    expect(await store.events('tsk_1')).toHaveLength(1);
    expect(await changed(store, heir, done, heir.epoch)).toEqual({ kind: 'committed' });
    expect(await changed(store, zombie, done, zombie.epoch)).toEqual({ kind: 'fenced' });
    expect(await rowOf(store, 'tsk_1')).toMatchObject({ revision: 2, epoch: 2, lease: null });
    expect(await store.events('tsk_1')).toHaveLength(2);
  });

  it('S10: a lease that ran out but that nobody took still commits', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1');
    const row = await claimed(store, 'w1', T0, 500);
    const late = { lastUpdatedAt: T0 + 9_000, lease: null };
    expect(await changed(store, row, late, row.epoch)).toEqual({ kind: 'committed' });
  });

  it('S10: a worker’s commit extends its lease or lets go of it; an old revision is a conflict all the same', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1');
    const row = await claimed(store, 'w1', T0, 500);
    const longer = { worker: 'w1', epoch: 1, expiresAt: T0 + 900 };
    expect(await changed(store, row, { lease: longer }, 1)).toEqual({ kind: 'committed' });
    expect((await rowOf(store, 'tsk_1')).lease).toEqual(longer);
    expect(await store.claim('w2', T0 + 899, 1)).toBeUndefined();
    expect(await changed(store, row, {}, 1)).toEqual({ kind: 'conflict' });
    expect(await changed(store, await rowOf(store, 'tsk_1'), { lease: null }, 1)).toEqual({
      kind: 'committed',
    });
    expect(await store.claim('w2', T0, 1)).toMatchObject({ epoch: 2, revision: 3 });
  });

  it('S9: a commit of no worker, made from a row read before a claim, leaves the worker’s lease and epoch', async () => {
    const { store } = await fresh();
    const before = await created(store, 'tsk_1');
    const { lease } = await claimed(store, 'w1', T0, 500);
    expect(await changed(store, before, { cancelRequestedAt: T0 + 1 })).toEqual({ kind: 'committed' });
    expect(await rowOf(store, 'tsk_1')).toEqual({
      ...before,
      revision: 2,
      epoch: 1,
      lease,
      cancelRequestedAt: T0 + 1,
    });
    expect(await store.claim('w2', T0 + 499, 500)).toBeUndefined();
  });

  it('S14: release frees the task at once, for the lease’s own epoch alone', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    const { epoch } = await claimed(store, 'w1', T0, 500);
    await store.release('tsk_1', epoch - 1);
    await store.release('tsk_1', epoch + 1);
    await store.release('tsk_2', epoch);
    expect(await store.claim('w2', T0 + 1, 500)).toBeUndefined();
    await store.release('tsk_1', epoch);
    await store.release('tsk_1', epoch);
    expect(await rowOf(store, 'tsk_1')).toEqual({ ...row, epoch });
    expect(await store.claim('w2', T0 + 1, 500)).toMatchObject({ epoch: 2, lease: { worker: 'w2' } });
    expect(await store.events('tsk_1')).toHaveLength(1);
  });

  it('S15: nextWake is the first moment at which a claim succeeds', async () => {
    const { store } = await fresh();
    expect(await store.nextWake()).toBeUndefined();
    await created(store, 'tsk_idle', { wakeAt: null });
    expect(await store.nextWake()).toBeUndefined();
    await created(store, 'tsk_1', { wakeAt: T0 + 10 });
    await created(store, 'tsk_2', { wakeAt: T0 + 400 });
    expect(await store.nextWake()).toBe(T0 + 10);
    await claimed(store, 'w', T0 + 10, 300);
    expect(await store.nextWake()).toBe(T0 + 310);
    const second = await claimed(store, 'w', T0 + 400, 1);
    expect(second.taskId).toBe('tsk_1');
    await store.release('tsk_1', second.epoch);
    expect(await store.nextWake()).toBe(T0 + 10);
    await changed(store, second, { wakeAt: null }, second.epoch);
    expect(await store.nextWake()).toBe(T0 + 400);
  });

  it('S21: times are the caller’s: a clock that jumps back or forward neither steals a lease nor loses a task', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1');
    await claimed(store, 'w1', T0 + 1_000, 500);
    expect(await store.claim('w2', T0 - 86_400_000, 500)).toBeUndefined();
    expect(await store.claim('w2', T0 + 1_499, 500)).toBeUndefined();
    expect(await store.overdue(T0 - 86_400_000, 10)).toEqual([]);
    expect(await store.claim('w2', T0 + 86_400_000, 500)).toMatchObject({ epoch: 2 });
    expect(await store.claim('w3', T0 + 1_500, 500)).toBeUndefined();
    expect(await store.overdue(T0 + 86_400_000, 10)).toHaveLength(1);
    expect(await store.nextWake()).toBe(T0 + 86_400_500);
  });
}

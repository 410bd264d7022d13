import { expect, it } from 'vitest';
import type { Make } from './make.suite.ts';
import { alice, bob, changed, claimed, created, rowOf, T0 } from './samples.suite.ts';

/** S22: what a restart finds. */
export function reopenContract(fresh: Make): void {
  it('S22 (R73): opened again, the store serves the same rows, transitions, leases, epochs and marks', async () => {
    const { store, reopen } = await fresh();
    if (reopen === undefined) throw new Error('a durable store can be opened again');
    await created(store, 'tsk_Done~1', {
      status: 'completed',
      wakeAt: null,
      ttlMs: 1,
      result: { text: 'é' },
    });
    await created(store, 'tsk_2');
    await created(store, 'tsk_3', { owner: bob, wakeAt: T0 + 5 });
    const held = await claimed(store, 'w1', T0, 500);
    await changed(store, held, { statusMessage: 'half way' }, held.epoch);
    await created(store, 'tsk_old', { status: 'failed', wakeAt: null, ttlMs: 1 });
    await store.purge(T0 + 1, 0, 1);
    const expected = [await store.find('tsk_Done~1', alice), await rowOf(store, 'tsk_2')];
    const events = await store.events('tsk_2');
    await store.close();

    const again = await reopen();
    expect([await again.find('tsk_Done~1', alice), await rowOf(again, 'tsk_2')]).toEqual(expected);
    expect(expected[0]).toEqual({ kind: 'expired', purgedAt: T0 + 1 });
    expect(await again.events('tsk_2')).toEqual(events);
    expect(await again.find('tsk_old', alice)).toMatchObject({ kind: 'task', row: { status: 'failed' } });
    expect(await again.find('tsk_3', alice)).toBeUndefined();
    expect(await again.nextWake()).toBe(T0 + 5);
    expect((await again.claim('w2', T0 + 499, 500))?.taskId).toBe('tsk_3');
    expect(await again.claim('w2', T0 + 499, 500)).toBeUndefined();
    expect(await again.claim('w2', T0 + 500, 500)).toMatchObject({ taskId: 'tsk_2', epoch: 2, revision: 2 });
    expect(await changed(again, held, {}, held.epoch)).toEqual({ kind: 'fenced' });
    await expect(created(again, 'tsk_Done~1')).rejects.toThrow('exists');
  });

  it('S22: a lease given up stays given up, and a claim’s epoch is never given twice', async () => {
    const { store, reopen } = await fresh();
    if (reopen === undefined) throw new Error('a durable store can be opened again');
    await created(store, 'tsk_1');
    const { epoch } = await claimed(store, 'w1', T0, 1e9);
    await store.release('tsk_1', epoch);
    await store.close();
    const again = await reopen();
    expect(await again.claim('w2', T0, 500)).toMatchObject({ epoch: epoch + 1 });
  });
}

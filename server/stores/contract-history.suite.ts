import { expect, it } from 'vitest';
import type { HistoryQuery, TaskStore } from '../ports/task-store.ts';
import type { Make } from './make.suite.ts';
import { alice, aliceElsewhere, bob, changed, created, newRow, rowOf, T0 } from './samples.suite.ts';

/** S31 and S32: the history of an owner. */
export function historyContract(fresh: Make): void {
  it("S31 (R36, R70): a history tells its owner's tasks and nobody else's, newest first, equal times by id", async () => {
    const { store, reopen } = await fresh();
    for (const id of ['tsk_b', 'tsk_c', 'tsk_a']) await created(store, id);
    await created(store, 'tsk_new', { createdAt: T0 + 5 });
    await created(store, 'tsk_old', { createdAt: T0 - 5 });
    await created(store, 'tsk_bob', { owner: bob });
    await created(store, 'tsk_elsewhere', { owner: aliceElsewhere });
    const check = async (from: TaskStore) => {
      expect(await ids(from)).toEqual(['tsk_new', 'tsk_c', 'tsk_b', 'tsk_a', 'tsk_old']);
      expect(await ids(from, { limit: 2 })).toEqual(['tsk_new', 'tsk_c']);
      expect(await ids(from, { limit: 0 })).toEqual([]);
      for (const [owner, id] of [
        [bob, 'tsk_bob'],
        [aliceElsewhere, 'tsk_elsewhere'],
      ] as const)
        expect((await from.history(owner, { limit: 9 })).map((row) => row.taskId)).toEqual([id]);
      expect(await from.history({ tenant: 'acme', principal: '' }, { limit: 9 })).toEqual([]);
    };
    await check(store);
    expect((await store.history(alice, { limit: 1 }))[0]).toEqual(await rowOf(store, 'tsk_new'));
    if (reopen === undefined) return;
    await store.close();
    await check(await reopen());
  });

  it('S31 (R36): status and tool let through what fits both, as it stands now', async () => {
    const { store } = await fresh();
    const other = { ...newRow('x').next, tool: 'other' };
    const row = await created(store, 'tsk_1', { createdAt: T0 + 1 });
    await created(store, 'tsk_2', { createdAt: T0 + 2, next: other });
    await created(store, 'tsk_3', { createdAt: T0 + 3, status: 'failed', wakeAt: null });
    expect(await ids(store, { status: 'working' })).toEqual(['tsk_2', 'tsk_1']);
    expect(await ids(store, { tool: 'other' })).toEqual(['tsk_2']);
    expect(await ids(store, { tool: 'generate_report', status: 'failed' })).toEqual(['tsk_3']);
    expect(await ids(store, { tool: "other' OR 1 --" })).toEqual([]);
    await changed(store, row, { status: 'failed', wakeAt: null });
    expect(await ids(store, { status: 'failed', limit: 1 })).toEqual(['tsk_3']);
    expect(await ids(store, { status: 'failed' })).toEqual(['tsk_3', 'tsk_1']);
  });

  it('S32 (R36): pages end where the next begin, whatever is created, changed or purged in between', async () => {
    const { store } = await fresh();
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const createdAt = T0 + Math.floor(n / 2);
      await created(store, `tsk_${n}`, {
        createdAt,
        status: 'failed',
        wakeAt: null,
        ttlMs: n === 5 ? 1 : null,
      });
    }
    const [last] = (await store.history(alice, { limit: 2 })).slice(-1);
    expect(last?.taskId).toBe('tsk_5');
    await created(store, 'tsk_7', { createdAt: T0 + 9 });
    await changed(store, await rowOf(store, 'tsk_4'), { statusMessage: 'changed' });
    expect(await store.purge(T0 + 3, 0, 9)).toBe(1);
    const after = { createdAt: T0 + 2, taskId: 'tsk_5' };
    expect(await ids(store, { after, limit: 2 })).toEqual(['tsk_4', 'tsk_3']);
    expect(await ids(store, { after: { createdAt: T0 + 1, taskId: 'tsk_3' } })).toEqual(['tsk_2', 'tsk_1']);
    expect(await ids(store, { after: { createdAt: T0, taskId: 'tsk_1' } })).toEqual([]);
    expect(await ids(store)).toEqual(['tsk_7', 'tsk_6', 'tsk_4', 'tsk_3', 'tsk_2', 'tsk_1']);
  });
}

async function ids(store: TaskStore, query: Partial<HistoryQuery> = {}): Promise<string[]> {
  return (await store.history(alice, { limit: 9, ...query })).map((row) => row.taskId);
}

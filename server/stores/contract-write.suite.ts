import { expect, it } from 'vitest';
import type { TaskRow } from '../ports/task-store.ts';
import type { Make } from './make.suite.ts';
import {
  alice,
  aliceElsewhere,
  bob,
  changed,
  claimed,
  created,
  eventOf,
  newRow,
  rowOf,
  T0,
} from './samples.suite.ts';

const QUESTION = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Approve?', requestedSchema: { type: 'object' } },
};

/** S1 to S10 and S19, S20: creation, reading, commits. */
export function writeContract(fresh: Make): void {
  it('S1 (R3, R69): a created task is there for the next read, every field as it was given', async () => {
    const { store } = await fresh();
    const row = newRow('tsk_1', {
      statusMessage: null,
      ttlMs: null,
      pollIntervalMs: null,
      wakeAt: null,
      cancelRequestedAt: T0 + 1,
      status: 'input_required',
      issued: { approve: QUESTION, later: QUESTION },
      outstanding: ['later', 'approve'],
      answers: { first: { action: 'accept', content: { text: 'ünï \u2028 \u0000 "q"' } } },
      error: { code: -32603, message: 'x', data: [1, 2.5, null, { deep: true }] },
    });
    await store.create(row, eventOf(row, 'created'));
    expect(await rowOf(store, 'tsk_1')).toEqual(row);
    expect(await store.events('tsk_1')).toEqual([{ ...eventOf(row, 'created'), seq: 1 }]);
  });

  it('S2: an id is used once; the second creation rejects and the first task is kept', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    await expect(created(store, 'tsk_1', { owner: bob })).rejects.toThrow('exists');
    expect(await rowOf(store, 'tsk_1')).toEqual(row);
    expect(await store.events('tsk_1')).toHaveLength(1);
    const both = await Promise.allSettled([created(store, 'tsk_2'), created(store, 'tsk_2')]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('S2: the id of a purged task is not used again', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1', { status: 'completed', wakeAt: null, ttlMs: 10 });
    expect(await store.purge(T0 + 10, 0, 10)).toBe(1);
    await expect(created(store, 'tsk_1', { owner: bob })).rejects.toThrow('exists');
    expect(await store.find('tsk_1', bob)).toBeUndefined();
  });

  it('S3: a write that breaks the terms rejects and stores nothing', async () => {
    const { store } = await fresh();
    const row = newRow('tsk_1');
    const lease = { worker: 'w', epoch: 7, expiresAt: T0 };
    for (const bad of [{ revision: 2 }, { epoch: 1 }, { lease }])
      await expect(created(store, 'tsk_1', bad)).rejects.toThrow('must be created');
    await expect(store.create(row, { ...eventOf(row), revision: 2 })).rejects.toThrow('is not that of');
    await expect(store.create(row, { ...eventOf(row), taskId: 'tsk_2' })).rejects.toThrow('is not that of');
    expect(await store.find('tsk_1', alice)).toBeUndefined();
    await created(store, 'tsk_1');
    await expect(changed(store, row, { revision: 3 })).rejects.toThrow('does not follow');
    const next = { ...row, revision: 2 };
    await expect(store.commit(next, { revision: 1 }, eventOf(row))).rejects.toThrow('is not that of');
    const held = await claimed(store, 'w', T0);
    await expect(changed(store, held, { lease }, held.epoch)).rejects.toThrow("not the worker's own");
    expect(await rowOf(store, 'tsk_1')).toEqual(held);
    expect(await store.events('tsk_1')).toHaveLength(1);
  });

  it('S4 (R7, R70): a foreign task is found exactly as an unknown one; tenant and principal both count', async () => {
    const { store } = await fresh();
    await created(store, 'tsk_1');
    expect(await store.find('tsk_1', alice)).toMatchObject({ kind: 'task' });
    for (const other of [bob, aliceElsewhere, { tenant: '', principal: '' }])
      expect(await store.find('tsk_1', other)).toBeUndefined();
    for (const id of ['tsk_2', '', '\u0000', 'TSK_1', '../tsk_1', '%'])
      expect(await store.find(id, alice)).toBeUndefined();
    expect(await store.events('tsk_2')).toEqual([]);
  });

  it('S5 (R72): a commit needs the revision that is stored; a conflict changes nothing', async () => {
    const { store } = await fresh();
    const first = await created(store, 'tsk_1');
    expect(await changed(store, first, { statusMessage: 'two' })).toEqual({ kind: 'committed' });
    expect(await changed(store, first, { statusMessage: 'late' })).toEqual({ kind: 'conflict' });
    const ahead = { ...first, revision: 8 };
    expect(await changed(store, ahead, { statusMessage: 'ahead' })).toEqual({ kind: 'conflict' });
    expect(await rowOf(store, 'tsk_1')).toEqual({ ...first, revision: 2, statusMessage: 'two' });
    expect(await store.events('tsk_1')).toHaveLength(2);
  });

  it('S6 (R72): of commits upon one revision at the same time exactly one wins', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => changed(store, row, { statusMessage: `writer ${n}` })),
    );
    const winners = all.flatMap((outcome, n) => (outcome.kind === 'committed' ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(all.filter((outcome) => outcome.kind === 'conflict')).toHaveLength(7);
    expect(await rowOf(store, 'tsk_1')).toMatchObject({ revision: 2, statusMessage: `writer ${winners[0]}` });
    expect(await store.events('tsk_1')).toHaveLength(2);
  });

  it('S7: a commit to an unknown or purged task is gone', async () => {
    const { store } = await fresh();
    expect(await changed(store, newRow('tsk_1'))).toEqual({ kind: 'gone' });
    expect(await changed(store, newRow('tsk_1'), {}, 1)).toEqual({ kind: 'gone' });
    const row = await created(store, 'tsk_2', { status: 'failed', wakeAt: null, ttlMs: 1 });
    await store.purge(T0 + 1, 0, 1);
    expect(await changed(store, row)).toEqual({ kind: 'gone' });
    expect(await store.find('tsk_1', alice)).toBeUndefined();
    expect(await store.events('tsk_1')).toEqual([]);
  });

  it('S8 (R72): each transition is stored with its row, once, in order', async () => {
    const { store } = await fresh();
    let row: TaskRow = await created(store, 'tsk_1');
    await created(store, 'tsk_2');
    const kinds = ['asked', 'answered', 'step', 'completed'];
    for (const [i, kind] of kinds.entries()) {
      const next: TaskRow = {
        ...row,
        revision: row.revision + 1,
        status: i === 0 ? 'input_required' : 'working',
      };
      const event = { ...eventOf(next, kind), at: T0 + i, from: row.status };
      expect(await store.commit(next, { revision: row.revision }, event)).toEqual({ kind: 'committed' });
      row = next;
    }
    const events = await store.events('tsk_1');
    expect(events.map((event) => event.kind)).toEqual(['created', ...kinds]);
    expect(events.map((event) => event.revision)).toEqual([1, 2, 3, 4, 5]);
    expect(events[1]).toEqual({
      seq: 3,
      taskId: 'tsk_1',
      revision: 2,
      at: T0,
      kind: 'asked',
      from: 'working',
      to: 'input_required',
    });
    expect(await store.events('tsk_2')).toHaveLength(1);
  });

  it('S9 (R70): no commit changes owner, creation time or epoch', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    expect(await changed(store, row, { owner: bob, createdAt: T0 + 5, epoch: 9 })).toEqual({
      kind: 'committed',
    });
    expect(await rowOf(store, 'tsk_1')).toEqual({ ...row, revision: 2 });
    expect(await store.find('tsk_1', bob)).toBeUndefined();
  });

  it('S19 (R42, R44, R69): issued keys, open keys in order, and answers are kept through every commit', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    const asked = {
      ...row,
      revision: 2,
      issued: { b: QUESTION, a: QUESTION },
      outstanding: ['b', 'a'],
      wakeAt: null,
    };
    await store.commit(asked, { revision: 1 }, eventOf(asked));
    const answers = { b: { action: 'accept', content: { approved: true } } };
    await changed(store, await rowOf(store, 'tsk_1'), { outstanding: ['a'], answers });
    const found = await rowOf(store, 'tsk_1');
    expect(found).toEqual({ ...asked, revision: 3, outstanding: ['a'], answers });
    expect(Object.keys(found.issued)).toEqual(['b', 'a']);
  });

  it('S20: rows are the store’s own: what the caller does to its objects changes nothing that is stored', async () => {
    const { store } = await fresh();
    const state = { words: ['a'] };
    const row = newRow('tsk_1', { next: { tool: 't', toolVersion: 1, step: 's', state } });
    await store.create(row, eventOf(row));
    state.words.push('changed');
    const found = await rowOf(store, 'tsk_1');
    expect(found.next.state).toEqual({ words: ['a'] });
    for (const value of [found.next.state, found.operation.params, found.owner])
      Reflect.set(Object(value), 'words', 'changed');
    expect((await rowOf(store, 'tsk_1')).next.state).toEqual({ words: ['a'] });
    const held = await claimed(store, 'w', T0);
    Reflect.set(Object(held.lease), 'expiresAt', 0);
    expect((await rowOf(store, 'tsk_1')).lease?.expiresAt).toBe(T0 + 1_000);
  });

  it('S28: after close every call rejects; closing twice is harmless', async () => {
    const { store } = await fresh();
    const row = await created(store, 'tsk_1');
    await store.close();
    await store.close();
    const calls = [
      created(store, 'tsk_2'),
      store.find('tsk_1', alice),
      store.history(alice, { limit: 1 }),
      changed(store, row),
      store.claim('w', T0, 1),
      store.release('tsk_1', 0),
      store.nextWake(),
      store.overdue(T0, 1),
      store.purge(T0, 0, 1),
      store.forget(T0, 0, 1),
      store.nextExpiry(0, 0),
      store.events('tsk_1'),
      store.transitions(0, 1),
      store.leased(1),
      store.keep('thing', 1),
      store.kept('thing'),
    ];
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'the store is closed' } });
  });
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Expected, HistoryQuery, TaskRow, TaskStore } from '../ports/task-store.ts';
import { TASK_STATUSES } from '../protocol/task.ts';
import type { Make } from './make.suite.ts';
import { Model } from './model.suite.ts';
import { alice, aliceElsewhere, bob, eventOf, newRow, T0 } from './samples.suite.ts';

const IDS = ['tsk_a', 'tsk_b', 'tsk_c', 'tsk_d'];
const OWNERS = [alice, bob, aliceElsewhere];

const QUERIES: readonly HistoryQuery[] = [
  { limit: 3 },
  { limit: 9, status: 'working' },
  { limit: 9, after: { createdAt: T0 + 20, taskId: 'tsk_b' } },
];

interface Real {
  store: TaskStore;
  readonly reopen: (() => Promise<TaskStore>) | undefined;
}

/** One random operation: done to store and model, its answer and then everything that can be read compared. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #act: (model: Model, real: Real) => Promise<void>;

  constructor(name: string, args: object, act: (model: Model, real: Real) => Promise<void>) {
    this.#name = `${name}${JSON.stringify(args)}`;
    this.#act = act;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.#act(model, real);
    for (const id of IDS) {
      for (const owner of OWNERS) expect(await real.store.find(id, owner)).toEqual(model.find(id, owner));
      expect(await real.store.events(id)).toEqual(model.events(id));
    }
    for (const owner of OWNERS) {
      for (const query of QUERIES)
        expect(await real.store.history(owner, query)).toEqual(model.history(owner, query));
    }
    expect(await real.store.nextWake()).toEqual(model.nextWake());
    expect(await real.store.nextExpiry(7, 11)).toEqual(model.nextExpiry(7, 11));
    for (const after of [0, 2, 9])
      if (after <= model.happened.length)
        expect(await real.store.transitions(after, 3)).toEqual(model.transitions(after, 3));
    expect(await real.store.leased(2)).toEqual(model.leased(2));
    for (const late of [5, 20])
      expect(await real.store.overdue(T0 + late, 2)).toEqual(model.overdue(T0 + late, 2));
  }

  toString(): string {
    return this.#name;
  }
}

// Times go up and down at will from one step to the next: that is the clock that jumps (S21).
const time = fc.integer({ min: 0, max: 40 }).map((ms) => T0 + ms);
const span = fc.integer({ min: 0, max: 12 });
const id = fc.constantFrom(...IDS);
const fields = {
  status: fc.constantFrom(...TASK_STATUSES),
  wakeAt: fc.option(time, { freq: 4 }),
  ttlMs: fc.option(span, { freq: 4 }),
};

const create = fc.record({ id, owner: fc.constantFrom(...OWNERS), createdAt: time, ...fields }).map(
  ({ id, ...over }) =>
    new Step('create', { id, ...over }, async (model, { store }) => {
      const row = newRow(id, over);
      const event = eventOf(row, 'created');
      const done = store.create(row, event).then(
        () => 'created',
        () => 'exists',
      );
      expect(await done).toBe(model.create(row, event));
    }),
);

/** `behind` and `off` move the expected revision and epoch away from those that are stored. */
const commit = fc
  .record({
    id,
    ...fields,
    behind: fc.constantFrom(0, 0, 0, 1, -1),
    off: fc.constantFrom(null, null, 0, 0, 1, -1),
    leaseEnd: fc.option(time),
  })
  .map(
    ({ id, behind, off, leaseEnd, ...over }) =>
      new Step('commit', { id, behind, off, leaseEnd, ...over }, async (model, { store }) => {
        const base = model.rows.find((row) => row.taskId === id) ?? newRow(id);
        const epoch = off === null ? undefined : base.epoch + off;
        const expected: Expected = {
          revision: base.revision - behind,
          ...(epoch === undefined ? {} : { epoch }),
        };
        const lease = leaseEnd === null ? null : { worker: 'w', epoch: epoch ?? 0, expiresAt: leaseEnd };
        const row: TaskRow = { ...base, ...over, lease, revision: expected.revision + 1, owner: bob };
        const event = eventOf(row);
        expect(await store.commit(row, expected, event)).toEqual(model.commit(row, expected, event));
      }),
  );

const claim = fc.record({ worker: fc.constantFrom('w1', 'w2'), now: time, leaseMs: span }).map(
  ({ worker, now, leaseMs }) =>
    new Step('claim', { worker, now, leaseMs }, async (model, { store }) => {
      expect(await store.claim(worker, now, leaseMs)).toEqual(model.claim(worker, now, leaseMs));
    }),
);

const release = fc.record({ id, off: fc.constantFrom(0, 0, 1, -1) }).map(
  ({ id, off }) =>
    new Step('release', { id, off }, async (model, { store }) => {
      const epoch = (model.rows.find((row) => row.taskId === id)?.epoch ?? 0) + off;
      await store.release(id, epoch);
      model.release(id, epoch);
    }),
);

const purge = fc.record({ now: time, retentionMs: span, limit: fc.integer({ min: 0, max: 3 }) }).map(
  ({ now, retentionMs, limit }) =>
    new Step('purge', { now, retentionMs, limit }, async (model, { store }) => {
      expect(await store.purge(now, retentionMs, limit)).toBe(model.purge(now, retentionMs, limit));
    }),
);

const forget = fc.record({ now: time, markMs: span, limit: fc.integer({ min: 0, max: 3 }) }).map(
  ({ now, markMs, limit }) =>
    new Step('forget', { now, markMs, limit }, async (model, { store }) => {
      expect(await store.forget(now, markMs, limit)).toBe(model.forget(now, markMs, limit));
    }),
);

const reopen = fc.constant(
  new Step('reopen', {}, async (_, real) => {
    if (real.reopen === undefined) return;
    await real.store.close();
    real.store = await real.reopen();
  }),
);

/**
 * Random operations against the model. A failure prints seed, path and, behind the commands, `replayPath`; to run that one again:
 * `FC_SEED=… FC_PATH=… FC_REPLAY=… npx vitest run server/stores -t 'model'`.
 */
export function modelContract(fresh: Make, runs: number): void {
  it(`model (S1 to S22, S31): ${runs} random histories end as the model says`, {
    timeout: 30_000,
  }, async () => {
    const { FC_SEED, FC_PATH, FC_REPLAY } = process.env;
    const commands = fc.commands(
      [create, commit, claim, create, commit, claim, release, purge, forget, reopen],
      {
        maxCommands: 40,
        ...(FC_REPLAY === undefined ? {} : { replayPath: FC_REPLAY }),
      },
    );
    const history = fc.asyncProperty(commands, async (steps) => {
      const { store, reopen: again, dispose } = await fresh();
      const real: Real = { store, reopen: again };
      try {
        await fc.asyncModelRun(() => ({ model: new Model(), real }), steps);
      } finally {
        await real.store.close();
        await dispose?.();
      }
    });
    await fc.assert(history, {
      numRuns: runs,
      ...(FC_SEED === undefined ? {} : { seed: Number(FC_SEED) }),
      ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
    });
  });
}

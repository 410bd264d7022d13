import { expect, test } from 'vitest';
import { Bench } from './bench.suite.ts';
import { done, durable, next } from './durable.ts';
import { text } from './result.ts';
import { WorkerSeat } from './seat.ts';
import { stamped } from './stamped-store.ts';
import { Worker } from './worker.ts';

const twoSteps = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'first', state: null, afterMs: 0, message: 'Begun.' }),
  steps: { first: () => next('second', null, 100), second: () => done(text('ok')) },
});

function made() {
  const bench = new Bench({ tool: twoSteps });
  const settings = { speed: 1, leaseMs: 10_000, retentionMs: 1e9, markMs: 1e9 };
  return { bench, seat: new WorkerSeat(() => new Worker(bench, bench.works, settings)) };
}

test('R74 R78: a worker that dies with an outcome in hand keeps its lease; another goes on when that has ended', async () => {
  const { bench, seat } = made();
  const taskId = await bench.create('tool');
  seat.kill('at-commit');
  expect(seat.view().state).toBe('paused');
  const { name } = seat.view();
  expect(await seat.step()).toBe(true);
  expect(seat.view()).toEqual({ name, state: 'dead' });
  expect(await seat.step()).toBe(false);
  expect(await bench.row(taskId)).toMatchObject({ revision: 1, lease: { worker: name, epoch: 1 } });
  seat.start();
  expect(seat.view().state).toBe('dead');
  seat.replace();
  await seat.settled();
  expect(await bench.kinds(taskId)).toEqual(['created']);
  await bench.clock.advance(9_999);
  expect(await bench.kinds(taskId)).toEqual(['created']);
  await bench.clock.advance(200);
  expect(await bench.kinds(taskId)).toEqual(['created', 'step', 'completed']);
  expect(seat.view().state).toBe('running');
  expect(seat.view().name).not.toBe(name);
  await seat.stop();
  expect(seat.view().state).toBe('paused');
});

test('R74: a worker that is killed while it works by itself takes no further step', async () => {
  const { bench, seat } = made();
  seat.start();
  const taskId = await bench.create('tool');
  await bench.clock.advance(50);
  seat.kill('now');
  await bench.clock.advance(1_000);
  expect(await bench.kinds(taskId)).toEqual(['created', 'step']);
  await seat.settled();
  await seat.stop();
});

test('R74: settled waits for the step that is being run', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = durable({
    version: 1,
    onCancel: 'at-once',
    begin: () => ({ step: 'only', state: null, afterMs: 0, message: 'Begun.' }),
    steps: { only: () => gate.then(() => done(text('ok'))) },
  });
  const bench = new Bench({ tool: slow });
  const worker = bench.worker();
  const taskId = await bench.create('tool');
  worker.start();
  const settled = worker.settled().then(() => bench.kinds(taskId));
  open();
  expect(await settled).toEqual(['created', 'completed']);
  await worker.stop();
});

test('R72: a stamped store says whose each commit is and when, and is otherwise the store', async () => {
  const bench = new Bench({ tool: twoSteps });
  const store = stamped(bench.store, bench.clock, 'boot-1');
  const taskId = await bench.create('tool');
  await bench.clock.advance(5);
  const worker = new Worker(
    { ...bench, store, clock: bench.clock, ids: bench.ids, bus: bench.bus },
    bench.works,
    {
      speed: 1,
      leaseMs: 1_000,
      retentionMs: 1e9,
      markMs: 1e9,
    },
  );
  await worker.step();
  expect((await store.transitions(1, 9)).events).toMatchObject([
    { seq: 2, taskId, kind: 'step', bootId: 'boot-1', mono: 5 },
  ]);
  expect(await store.nextWake()).toBe(await bench.store.nextWake());
});

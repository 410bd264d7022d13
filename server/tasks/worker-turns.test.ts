import { expect, test, vi } from 'vitest';
import { Bench } from './bench.suite.ts';
import { done, durable } from './durable.ts';
import { text } from './result.ts';

test('a long queue of due steps lets everything else have its turn, and a stop ends that wait', async () => {
  let ran = 0;
  const bench = new Bench({
    tool: durable({
      version: 1,
      onCancel: 'at-once',
      begin: () => ({ step: 'first', state: null, afterMs: 0, message: 'Begun.' }),
      steps: {
        first: () => {
          ran += 1;
          return done(text('ok'));
        },
      },
    }),
  });
  // Each step takes a millisecond.
  vi.spyOn(bench.clock, 'mono').mockImplementation(() => ran);
  for (let n = 0; n < 50; n += 1) await bench.create('tool');
  const manyMicrotasks = async () => {
    for (let n = 0; n < 5_000; n += 1) await Promise.resolve();
  };
  const worker = bench.worker();
  worker.start();
  await manyMicrotasks();
  expect([ran, bench.clock.pending]).toEqual([4, 1]);
  bench.bus.publish({ taskId: 'other', revision: 1 });
  await manyMicrotasks();
  expect(ran).toBe(4);
  await worker.stop();
  expect([ran, bench.clock.pending]).toEqual([4, 0]);
  const after = vi.spyOn(bench.clock, 'after');
  worker.start();
  await bench.clock.advance(0);
  expect([ran, after.mock.calls.filter(([ms]) => ms === 0).length]).toEqual([50, 11]);
  await worker.stop();
});

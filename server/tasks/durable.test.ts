import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tidyUp } from '../tools/tidy-up.suite.ts';
import { ALICE, Bench } from './bench.suite.ts';
import { worksOf } from './tool.ts';

const works = Object.fromEntries(worksOf([tidyUp]));
const fine = () => undefined;

test('the tool of docs/durable-tools.md is the one that is compiled and run here, in under 30 lines', () => {
  const doc = readFileSync(new URL('../../docs/durable-tools.md', import.meta.url), 'utf8');
  const source = readFileSync(new URL('../tools/tidy-up.suite.ts', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(doc)?.[1] ?? '';
  expect(example).toBe(source);
  expect(example.trim().split('\n').length).toBeLessThan(30);
});

test('it asks, tidies three rooms and ends; a cancel on the way is honoured at the next step', async () => {
  const bench = new Bench(works);
  const worker = bench.worker();
  worker.start();
  const accept = { sure: { action: 'accept', content: { sure: true } } };
  const [first, second] = [await bench.create('tidy_up'), await bench.create('tidy_up')];
  await bench.clock.advance(0);
  expect((await bench.row(first)).outstanding).toEqual(['sure']);
  for (const taskId of [first, second]) await bench.service.update(taskId, ALICE, accept, fine);
  await bench.clock.advance(600);
  expect(await bench.row(second)).toMatchObject({ statusMessage: '2 to go.', pollIntervalMs: 500 });
  await bench.service.cancel(second, ALICE);
  expect((await bench.row(second)).status).toBe('working');
  await bench.clock.advance(1500);
  expect(await bench.row(first)).toMatchObject({
    status: 'completed',
    result: { content: [{ text: 'All tidy.' }] },
  });
  expect(await bench.row(second)).toMatchObject({ status: 'cancelled', statusMessage: 'Left as it was.' });
  await worker.stop();
});

test('it leaves everything as it was where the answer is no', async () => {
  const bench = new Bench(works);
  const taskId = await bench.create('tidy_up');
  const worker = bench.worker();
  await worker.step();
  await bench.service.update(taskId, ALICE, { sure: { action: 'decline' } }, fine);
  await worker.step();
  expect((await bench.row(taskId)).status).toBe('cancelled');
});

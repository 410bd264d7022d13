import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALICE, Bench } from './bench.suite.ts';
import { ask, cancelled, done, durable, next } from './durable.ts';
import { text } from './result.ts';

const QUESTION = {
  method: 'elicitation/create',
  params: {
    message: 'Really tidy up?',
    requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
  },
};

const work = durable<{ readonly left: number }>({
  version: 1,
  onCancel: 'between-steps',
  begin: () => ({ step: 'look', state: { left: 3 }, afterMs: 0, message: 'Looking around.' }),
  steps: {
    look: ({ state }) => ask({ sure: QUESTION }, 'tidy', state, 'Waiting for your word.'),
    tidy: ({ state: { left }, answers, cancelRequested }) => {
      if (cancelRequested || answers.sure?.action !== 'accept') return cancelled('Left as it was.');
      if (left === 0) return done(text('All tidy.'));
      return next('tidy', { left: left - 1 }, 500, `${3 - left} of 3 rooms.`);
    },
  },
});

test('the example of docs/durable-tools.md is this tool, and is under 30 lines', () => {
  const doc = readFileSync(new URL('../../docs/durable-tools.md', import.meta.url), 'utf8');
  const source = readFileSync(new URL(import.meta.url), 'utf8');
  const body = source.slice(source.indexOf('const QUESTION'), source.indexOf("test('the example"));
  expect(doc).toContain(body.trim());
  const example = /```ts\n([\s\S]*?)```/.exec(doc)?.[1] ?? '';
  expect(example.trim().split('\n').length).toBeLessThan(30);
});

test('it asks, tidies three rooms and ends; a cancel on the way is honoured at the next step', async () => {
  const bench = new Bench({ tidy: work });
  const worker = bench.worker();
  worker.start();
  const accept = { sure: { action: 'accept' } };
  const [first, second] = [await bench.create('tidy'), await bench.create('tidy')];
  await bench.clock.advance(0);
  for (const taskId of [first, second]) await bench.service.update(taskId, ALICE, accept, () => undefined);
  await bench.clock.advance(600);
  expect((await bench.row(second)).statusMessage).toBe('1 of 3 rooms.');
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

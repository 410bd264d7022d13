import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../stores/memory/memory-store.ts';
import { ALICE, Bench } from './bench.suite.ts';
import { ask, done, durable, next } from './durable.ts';
import { text } from './result.ts';

const QUESTION = { method: 'elicitation/create', params: { requestedSchema: { type: 'object' } } };
const twoKeys = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'ask', state: null, afterMs: 0, message: 'Begun.' }),
  steps: {
    ask: () => ask({ a: QUESTION, b: QUESTION }, 'end', null),
    end: ({ answers }) => done(text(Object.keys(answers).sort().join())),
  },
});
const endless = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'on', state: null, afterMs: 0, message: 'Begun.' }),
  steps: { on: () => next('on', null, 100) },
});
const fine = () => undefined;

describe('TaskService', () => {
  test('R45 R44: two updates answer two keys, one each; the first answer to a key stays', async () => {
    const bench = new Bench({ twoKeys });
    const taskId = await bench.create('twoKeys');
    await bench.worker().step();
    await bench.service.update(taskId, ALICE, { a: { first: true } }, fine);
    expect(await bench.row(taskId)).toMatchObject({ status: 'input_required', outstanding: ['b'] });
    await bench.service.update(taskId, ALICE, { a: { first: false } }, fine);
    await bench.service.update(taskId, ALICE, { b: {}, c: {} }, fine);
    expect(await bench.row(taskId)).toMatchObject({
      status: 'working',
      answers: { a: { first: true }, b: {} },
    });
    await bench.worker().step();
    expect((await bench.row(taskId)).result).toMatchObject({ content: [{ text: 'a,b' }] });
  });

  test('R46: one bad answer refuses the whole update, and nothing of it is stored', async () => {
    const bench = new Bench({ twoKeys });
    const taskId = await bench.create('twoKeys');
    await bench.worker().step();
    const before = await bench.row(taskId);
    const check = (_: unknown, response: unknown) => (response === 'bad' ? 'is bad' : undefined);
    const update = bench.service.update(taskId, ALICE, { a: {}, b: 'bad' }, check);
    await expect(update).rejects.toMatchObject({ code: -32602, message: 'inputResponses["b"]: is bad' });
    expect(await bench.row(taskId)).toEqual(before);
  });

  test('R72: two updates at the same time both count; the loser of the race decides anew', async () => {
    const bench = new Bench({ twoKeys });
    const taskId = await bench.create('twoKeys');
    await bench.worker().step();
    await Promise.all([
      bench.service.update(taskId, ALICE, { a: {} }, fine),
      bench.service.update(taskId, ALICE, { b: {} }, fine),
    ]);
    expect(await bench.row(taskId)).toMatchObject({ status: 'working', outstanding: [] });
    expect(await bench.kinds(taskId)).toEqual(['created', 'asked', 'answered', 'answered']);
  });

  test('R3: create resolves only after the store has the row', async () => {
    const store = new MemoryStore();
    let stored = false;
    const create = store.create.bind(store);
    store.create = async (row, event) => {
      for (let i = 0; i < 100; i += 1) await Promise.resolve();
      await create(row, event);
      stored = true;
    };
    await new Bench({ endless }, store).create('endless');
    expect(stored).toBe(true);
  });

  test('R70 R7: a foreign task is as unknown as one that never was, for every method', async () => {
    const bench = new Bench({ endless });
    const taskId = await bench.create('endless');
    const errors = async (id: string, principal: string) => {
      const other = { tenant: 'acme', principal };
      const all = [
        bench.service.find(id, other),
        bench.service.update(id, other, {}, fine),
        bench.service.cancel(id, other),
      ];
      return Promise.all(
        all.map((one) =>
          one.then(
            () => 'served',
            ({ code, message }) => [code, message],
          ),
        ),
      );
    };
    expect(await errors(taskId, 'bob')).toEqual(await errors('tsk_unknown', 'bob'));
    expect(await bench.service.peek(taskId, { tenant: 'globex', principal: 'alice' })).toBeUndefined();
    expect((await bench.row(taskId)).revision).toBe(1);
  });
});

describe('expiry', () => {
  test('R81 R71: endless work is failed after its TTL and purged after its time, by the sweep alone', async () => {
    const bench = new Bench({ endless });
    const taskId = await bench.create('endless');
    const worker = bench.worker();
    worker.start();
    await bench.clock.advance(59_999);
    expect((await bench.row(taskId)).status).toBe('working');
    await bench.clock.advance(1);
    expect(await bench.row(taskId)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('expired') },
    });
    await bench.clock.advance(9_999);
    expect((await bench.row(taskId)).status).toBe('failed');
    await bench.clock.advance(1);
    await expect(bench.row(taskId)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('expired'),
    });
    await worker.stop();
  });

  test('R71: expiry that meets a running step wins once', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const bench = new Bench({
      slow: { ...endless, steps: { on: () => opened.then(() => done(text('late'))) } },
    });
    const taskId = await bench.create('slow');
    const running = bench.worker({ leaseMs: 100_000 }).step();
    await bench.clock.advance(60_000);
    await bench.worker().step();
    open();
    await running;
    expect(await bench.kinds(taskId)).toEqual(['created', 'expired']);
  });
});

import { beforeEach, expect, test } from 'vitest';
import { createChecker, type FullCheck, type WorkerLike } from './checker.ts';
import { COMPILE_MS, FULL_CHECK_MS, WORKER_START_MS } from './limits.ts';
import { answer } from './validator.worker.ts';
import type { CheckRequest, WorkerMessage } from './worker-messages.ts';

/** A worker that a test plays by hand. */
class FakeWorker implements WorkerLike {
  readonly requests: CheckRequest[] = [];
  killed = false;
  say: (message: WorkerMessage) => void = () => {};
  fail: (reason: string) => void = () => {};
  post(request: CheckRequest): void {
    this.requests.push(request);
  }
  kill(): void {
    this.killed = true;
  }
  listen(onMessage: (message: WorkerMessage) => void, onError: (reason: string) => void): void {
    this.say = onMessage;
    this.fail = onError;
  }
}

let workers: FakeWorker[];
let timers: Map<number, () => void>;
let check: FullCheck;

beforeEach(() => {
  workers = [];
  timers = new Map();
  check = createChecker({
    newWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    timer: (ms, done) => {
      timers.set(ms, done);
      return () => timers.delete(ms);
    },
  });
});

/** Lets everything that waits on a settled promise run. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
const last = (): FakeWorker => workers.at(-1) as FakeWorker;
const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x' } } };

async function posted(): Promise<CheckRequest> {
  await settle();
  last().say({ kind: 'ready' });
  await settle();
  return last().requests.at(-1) as CheckRequest;
}

test('a check goes to the worker and comes back in words', async () => {
  const result = check(schema, { a: 'b' });
  answer(await posted(), last().say);
  expect(await result).toEqual({
    problems: [{ path: ['a'], keyword: 'pattern', message: 'must match the pattern ^x' }],
  });
  expect(timers.size).toBe(0);
});

test('attack 13: a check that does not end is killed, and the next one gets a new worker', async () => {
  const result = check(schema, { a: 'b' });
  const { id } = await posted();
  last().say({ kind: 'running', id });
  expect([...timers.keys()]).toEqual([FULL_CHECK_MS]);
  timers.get(FULL_CHECK_MS)?.();
  expect(await result).toEqual({ problems: [], refused: expect.stringContaining('300 ms') });
  expect(last().killed).toBe(true);

  const next = check(schema, { a: 'x' });
  answer(await posted(), last().say);
  expect(workers).toHaveLength(2);
  expect(await next).toEqual({ problems: [] });
});

test('a slow start is not a slow check', async () => {
  const result = check(schema, { a: 'x' });
  await settle();
  expect([...timers.keys()]).toEqual([WORKER_START_MS]);
  await posted();
  expect([...timers.keys()]).toEqual([COMPILE_MS]);
  timers.get(COMPILE_MS)?.();
  expect((await result).refused).toContain('compile');
});

test('a worker that does not load is refused with its reason, and tried again', async () => {
  const result = check(schema, {});
  await settle();
  last().fail('blocked by the policy');
  expect(await result).toEqual({
    problems: [],
    refused: 'the validator could not start: blocked by the policy',
  });
  const again = check(schema, {});
  await settle();
  timers.get(WORKER_START_MS)?.();
  expect((await again).refused).toBe('the validator did not load');
  expect(workers).toHaveLength(2);
});

test('a worker that cannot be made is refused', async () => {
  const none = createChecker({
    newWorker: () => {
      throw new Error('no workers here');
    },
    timer: () => () => {},
  });
  expect((await none(schema, {})).refused).toContain('no workers here');
});

test('checks run one after the other, each with its own answer', async () => {
  const first = check(schema, { a: 'x' });
  const second = check(schema, { a: 'b' });
  const one = await posted();
  expect(last().requests).toHaveLength(1);
  answer(one, last().say);
  expect((await first).problems).toEqual([]);
  await settle();
  const two = last().requests[1] as CheckRequest;
  last().say({ kind: 'checked', id: one.id, problems: [] }); // an answer to something else is nobody's
  answer(two, last().say);
  expect((await second).problems).toHaveLength(1);
  expect(workers).toHaveLength(1);
});

test('a schema that does not compile is refused with Ajv’s reason, and a remote $ref makes no request', async () => {
  const result = check({ properties: { a: { $ref: 'https://example.com/s.json' } } }, {});
  answer(await posted(), last().say);
  expect((await result).refused).toMatch(/could not be compiled: can't resolve reference/);
});

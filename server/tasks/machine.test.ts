import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskRow } from '../ports/task-store.ts';
import { isLegalTransition, isTerminal } from '../protocol/task.ts';
import { ask, cancelled, done, fail, next, type Outcome, type Pace, paced } from './durable.ts';
import { type Action, apply, created } from './machine.ts';
import { text } from './result.ts';
import { detailView } from './view.ts';

const START = 1_000_000;
const QUESTION = { method: 'elicitation/create', params: { requestedSchema: { type: 'object' } } };

function row(more: Partial<TaskRow> = {}): TaskRow {
  return { ...begun(), ...more };
}

/** A new row whose work begins with a pace of its own. */
function begun(pace?: Pace): TaskRow {
  const { row: fresh } = created(
    {
      taskId: 'tsk_1',
      owner: { tenant: 'acme', principal: 'alice' },
      operation: { method: 'tools/call', params: { name: 'tool', arguments: { size: 'large' } } },
      tool: 'tool',
      toolVersion: 3,
      begin: {
        step: 'first',
        state: { a: 1 },
        afterMs: 1000,
        message: 'Begun.',
        ...(pace === undefined ? {} : { pace }),
      },
      ttlMs: 5000,
      pollIntervalMs: 100,
      speed: 2,
    },
    START,
  );
  return fresh;
}

const asked = (...keys: string[]): Outcome =>
  ask(Object.fromEntries(keys.map((key) => [key, QUESTION])), 'then', null, 'Asking.');

/** Applies an action that must be legal. */
function must(from: TaskRow, action: Action, now = START + 1): TaskRow {
  const made = apply(from, action, now);
  if (!made.ok) throw new Error(`refused: ${made.refusal}`);
  expect(made.event).toMatchObject({
    taskId: from.taskId,
    revision: from.revision + 1,
    from: from.status,
    to: made.row.status,
  });
  return made.row;
}
const outcome = (what: Outcome): Action => ({ kind: 'outcome', outcome: what, speed: 1 });
const answer = (...keys: string[]): Action => ({
  kind: 'answer',
  responses: Object.fromEntries(keys.map((key) => [key, { action: 'accept' }])),
});

describe('creation', () => {
  test('R69 R24: the row keeps owner, operation, times and the step to run, at revision 1', () => {
    expect(row()).toEqual({
      taskId: 'tsk_1',
      owner: { tenant: 'acme', principal: 'alice' },
      status: 'working',
      statusMessage: 'Begun.',
      createdAt: START,
      lastUpdatedAt: START,
      ttlMs: 5000,
      pollIntervalMs: 100,
      operation: { method: 'tools/call', params: { name: 'tool', arguments: { size: 'large' } } },
      next: { tool: 'tool', toolVersion: 3, step: 'first', state: { a: 1 } },
      wakeAt: START + 500,
      result: null,
      error: null,
      issued: {},
      outstanding: [],
      answers: {},
      cancelRequestedAt: null,
      revision: 1,
      epoch: 0,
      lease: null,
    });
  });
});

describe('questions', () => {
  test('R45 R42: two keys; a partial update leaves the other one open, and all issued keys stay on record', () => {
    const waiting = must(row(), outcome(asked('a', 'b')));
    expect(waiting).toMatchObject({ status: 'input_required', wakeAt: null, outstanding: ['a', 'b'] });
    const half = must(waiting, answer('a', 'x'));
    expect(half).toMatchObject({ status: 'input_required', outstanding: ['b'], wakeAt: null });
    expect(Object.keys(half.answers)).toEqual(['a']);
    const whole = must(half, answer('b'), START + 9);
    expect(whole).toMatchObject({
      status: 'working',
      outstanding: [],
      wakeAt: START + 9,
      next: { step: 'then' },
    });
    expect(Object.keys(whole.issued)).toEqual(['a', 'b']);
  });

  test('R44: answers to unknown and answered keys change nothing, and the first answer stays', () => {
    const half = must(must(row(), outcome(asked('a', 'b'))), answer('a'));
    for (const action of [answer(), answer('x'), answer('a'), answer('__proto__')])
      expect(apply(half, action, START + 2)).toEqual({ ok: false, refusal: 'unchanged' });
  });

  test('R42: a key that was ever issued is refused, answered or not', () => {
    const again = must(must(row(), outcome(asked('a'))), answer('a'));
    expect(apply(again, outcome(asked('b', 'a')), START + 2)).toEqual({ ok: false, refusal: 'key-reused' });
    expect(apply(again, outcome(ask({}, 'then', null)), START + 2)).toEqual({
      ok: false,
      refusal: 'nothing-asked',
    });
    expect(apply(must(again, outcome(asked('c'))), outcome(done(text('x'))), START + 2)).toEqual({
      ok: false,
      refusal: 'waiting',
    });
  });
});

describe('ends', () => {
  test('R67 R68: a tool error is a result of a completed task, a JSON-RPC error makes it failed', () => {
    const wrong = must(row(), outcome(done({ ...text('no'), isError: true })));
    expect(wrong).toMatchObject({ status: 'completed', result: { isError: true }, error: null });
    const error = { code: -32603, message: 'no', data: { a: 1 } };
    const broken = must(row(), outcome(fail(error, 'Failed: no')));
    expect(broken).toMatchObject({ status: 'failed', statusMessage: 'Failed: no', result: null, error });
  });

  test('R49 R50: at-once ends, between-steps and ignore record the wish once; a waiting task ends unless it ignores', () => {
    const cancel = (policy: 'at-once' | 'between-steps' | 'ignore'): Action => ({ kind: 'cancel', policy });
    expect(must(row(), cancel('at-once'))).toMatchObject({
      status: 'cancelled',
      wakeAt: null,
      cancelRequestedAt: START + 1,
    });
    for (const policy of ['between-steps', 'ignore'] as const) {
      const recorded = must(row(), cancel(policy));
      expect(recorded).toMatchObject({
        status: 'working',
        wakeAt: START + 500,
        cancelRequestedAt: START + 1,
      });
      expect(apply(recorded, cancel(policy), START + 2)).toEqual({ ok: false, refusal: 'unchanged' });
    }
    const waiting = must(row(), outcome(asked('a')));
    expect(must(waiting, cancel('between-steps'))).toMatchObject({ status: 'cancelled', outstanding: [] });
    expect(must(waiting, cancel('ignore'))).toMatchObject({ status: 'input_required', outstanding: ['a'] });
  });

  test('R71: expiry is refused until the TTL has passed to the millisecond, and for ever without one', () => {
    expect(apply(row(), { kind: 'expire' }, START + 4999)).toEqual({ ok: false, refusal: 'not-due' });
    expect(apply(row({ ttlMs: null }), { kind: 'expire' }, START * 1e6)).toEqual({
      ok: false,
      refusal: 'not-due',
    });
    const gone = must(row(), { kind: 'expire' }, START + 5000);
    expect(gone).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('expired') } });
  });

  test('a wall clock that went back does not make a task younger', () => {
    expect(must(row(), outcome(next('x', null, 0)), START - 50).lastUpdatedAt).toBe(START);
  });
});

describe('pace', () => {
  test('R27 R28: a step changes what it names, keeps the rest, and null takes it away; times count from the creation', () => {
    const slower = must(row(), outcome(paced(next('x', null, 0), { pollIntervalMs: 2000 })));
    expect(slower).toMatchObject({ pollIntervalMs: 2000, ttlMs: 5000, createdAt: START });
    const free = must(slower, outcome(paced(asked('a'), { ttlMs: null, pollIntervalMs: null })));
    expect(free).toMatchObject({ pollIntervalMs: null, ttlMs: null, status: 'input_required' });
    expect(apply(free, { kind: 'expire' }, START * 1e6)).toEqual({ ok: false, refusal: 'not-due' });
    const short = must(must(free, answer('a')), outcome(paced(next('x', null, 0), { ttlMs: 40 })));
    expect(apply(short, { kind: 'expire' }, START + 39)).toEqual({ ok: false, refusal: 'not-due' });
    expect(must(short, { kind: 'expire' }, START + 40).status).toBe('failed');
    expect(must(row(), outcome(paced(done(text('x')), { ttlMs: 9000 })))).toMatchObject({ ttlMs: 9000 });
  });

  test('R27: what is no whole number of milliseconds is no pace, at the beginning neither', () => {
    for (const ms of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      for (const pace of [{ ttlMs: ms }, { pollIntervalMs: ms }]) {
        const made = apply(row(), outcome(paced(next('x', null, 0), pace)), START);
        expect(made).toEqual({ ok: false, refusal: 'bad-pace' });
        expect(() => begun(pace), String(ms)).toThrow('pace');
      }
    }
    expect(begun({ ttlMs: 7 })).toMatchObject({ ttlMs: 7, pollIntervalMs: 100 });
    expect(begun({ pollIntervalMs: null })).toMatchObject({ ttlMs: 5000, pollIntervalMs: null });
  });
});

describe('any sequence of actions', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const keys = fc.uniqueArray(key, { maxLength: 3 });
  const what: fc.Arbitrary<Outcome> = fc.oneof(
    { weight: 4, arbitrary: fc.nat(2000).map((ms) => next('step', { ms }, ms, 'On.')) },
    { weight: 4, arbitrary: keys.map((ks) => asked(...ks)) },
    fc.constant(done(text('done'))),
    fc.constant(fail({ code: -1, message: 'no' }, 'No.')),
    fc.constant(cancelled('Stopped.')),
  );
  const duration = fc.option(fc.oneof(fc.nat(3000), fc.constant(-1)), { freq: 4 });
  const pace: fc.Arbitrary<Pace> = fc.record(
    { pollIntervalMs: duration, ttlMs: duration },
    { requiredKeys: [] },
  );
  const atAnyPace = fc.oneof(
    { weight: 2, arbitrary: what },
    fc.tuple(what, pace).map(([one, at]) => paced(one, at)),
  );
  const action: fc.Arbitrary<Action> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('outcome' as const),
        outcome: atAnyPace,
        speed: fc.constantFrom(1, 10),
      }),
    },
    { weight: 4, arbitrary: keys.map((ks) => answer(...ks)) },
    fc.record({
      kind: fc.constant('cancel' as const),
      policy: fc.constantFrom('at-once' as const, 'between-steps' as const, 'ignore' as const),
    }),
    fc.constant({ kind: 'expire' as const }),
  );

  test('R30 R29 R42: never leaves a terminal state, reuses a key or skips a revision; payloads keep to their states', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(action, fc.nat(1500)), { maxLength: 25 }), (script) => {
        let now = START;
        let at = row();
        const asking: string[] = [];
        let advertised: Pace = { pollIntervalMs: 100, ttlMs: 5000 };
        for (const [one, ms] of script) {
          now += ms;
          const before = JSON.stringify(at);
          const made = apply(at, one, now);
          expect(JSON.stringify(at)).toBe(before);
          if (isTerminal(at.status)) expect(made).toEqual({ ok: false, refusal: 'ended' });
          if (!made.ok) continue;
          if (one.kind === 'outcome') advertised = { ...advertised, ...one.outcome.pace };
          expect(made.row).toMatchObject(advertised);
          if (one.kind === 'expire') expect(now).toBeGreaterThanOrEqual(START + Number(at.ttlMs ?? 1e9));
          expect(made.row.revision).toBe(at.revision + 1);
          expect(made.event.revision).toBe(made.row.revision);
          expect(isLegalTransition(at.status, made.row.status)).toBe(true);
          asking.push(...Object.keys(made.row.issued).filter((k) => !Object.hasOwn(at.issued, k)));
          at = made.row;
          expectCoherent(at);
        }
        expect(new Set(asking).size).toBe(asking.length);
        expect(Object.keys(at.issued).sort()).toEqual([...asking].sort());
        expect(at).toMatchObject({
          taskId: 'tsk_1',
          createdAt: START,
          owner: { principal: 'alice' },
        });
      }),
      { numRuns: 500 },
    );
  });
});

function expectCoherent(at: TaskRow): void {
  const waiting = at.status === 'input_required';
  expect(at.outstanding.length > 0).toBe(waiting);
  expect(at.wakeAt === null).toBe(at.status !== 'working');
  expect(at.result === null).toBe(at.status !== 'completed');
  for (const ms of [at.ttlMs, at.pollIntervalMs]) expect(ms ?? 0).toBeGreaterThanOrEqual(0);
  expect(at.error === null).toBe(at.status !== 'failed');
  for (const key of at.outstanding) expect(Object.hasOwn(at.answers, key)).toBe(false);
  const view = detailView(at, { serverInfo: { name: 'n', version: '1' }, lab: true });
  const payloads = ['inputRequests', 'result', 'error'].filter((name) => Object.hasOwn(view, name));
  const own = {
    input_required: ['inputRequests'],
    completed: ['result'],
    failed: ['error'],
    working: [],
    cancelled: [],
  };
  expect(payloads).toEqual(own[at.status]);
}

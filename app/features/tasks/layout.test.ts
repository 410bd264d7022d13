import { describe, expect, test } from 'vitest';
import type { TaskHistory } from '../../engine/index.ts';
import { toneOf } from '../../ui/tone.ts';
import { history, observation, question } from './history.suite.ts';
import { fitted, layLane, statusWords } from './layout.ts';
import type { Mark } from './marks.ts';

const VIEW = { from: 0, to: 10_000 };

function lane(task: TaskHistory, apart: readonly string[] = [], now = 9_000, width = 1000) {
  return layLane({ key: 'k', task, view: VIEW, width, now, apart: new Set(apart) });
}

const kinds = (marks: readonly Mark[]): string[] => marks.map((mark) => mark.kind);

describe('blocks', () => {
  const task = history([observation(0), observation(5514, { status: 'input_required' })], {
    segments: [
      { status: 'working', from: 0, to: 5514 },
      { status: 'input_required', from: 5514, to: undefined },
    ],
    questions: [question()],
  });

  test('follow the observed status; an open one grows to the present and says whom it waits for', () => {
    const { blocks } = lane(task);
    expect(blocks.map(({ status, x, width }) => [status, x, Math.round(width)])).toEqual([
      ['working', 0, 551],
      ['input_required', 551.4, 349],
    ]);
    expect(blocks[1]?.label).toBe('waiting for you · 3.4 s');
  });

  test('once the answer is out it does not wait for the person any more', () => {
    const sent = { ...task, questions: [question({ state: 'acknowledged' })] };
    expect(lane(sent).blocks[1]?.label).toBe('answered, not taken up yet · 3.4 s');
  });

  test('an ended state is a mark, its words beside it, then a thin line: no bar says that it took time', () => {
    const done = history([observation(1000, { status: 'completed' })], {
      segments: [{ status: 'completed', from: 1000, to: undefined }],
    });
    const [block] = lane(done).blocks;
    expect(block?.label).toBe('completed');
    expect(block?.thinFrom).toBe((block?.x ?? 0) + 8);
    expect(block?.labelX).toBeGreaterThan(block?.thinFrom ?? 0);
    // Beside the present it is as long as its mark, whatever its words need.
    const fresh = lane(done, [], 1000).blocks[0];
    expect([fresh?.width, fresh?.label]).toEqual([8, 'completed']);
  });

  test('outside the view there is none, and the lane says where it would be', () => {
    const early = history([observation(0)], {
      segments: [{ status: 'working', from: 0, to: 100 }],
      startMono: 0,
    });
    const found = layLane({
      key: 'k',
      task: early,
      view: { from: 500, to: 900 },
      width: 100,
      now: 900,
      apart: new Set(),
    });
    expect(found.blocks).toEqual([]);
    expect(found.away).toBe('before');
  });
});

describe('marks', () => {
  test('every poll is one, with a name that says when and what', () => {
    const { marks } = lane(history([observation(1004), observation(2009)]));
    expect(marks.map((mark) => mark.name)).toEqual([
      'poll at +1.004 s: working',
      'poll at +2.009 s: working',
    ]);
    expect(marks.map((mark) => mark.exchange)).toEqual(['x1004', 'x2009']);
  });

  test('R43 a question asked in many polls is marked once, beside its first poll', () => {
    const polls = [5514, 6514, 7514].map((at) => observation(at, { status: 'input_required' }));
    const { marks } = lane(history(polls, { questions: [question()] }));
    expect(kinds(marks)).toEqual(['poll', 'question', 'poll', 'poll']);
    expect(marks[1]?.exchange).toBe('x5514');
    expect(marks[1]?.caption).toBe('asked approve_outline');
  });

  test('neighbours closer than a few px are one, but never the selected or the focused one', () => {
    const polls = Array.from({ length: 50 }, (_, i) => observation(1000 + i * 10));
    const task = history(polls);
    const merged = lane(task).marks;
    expect(merged.length).toBeLessThan(20);
    expect(merged.reduce((sum, mark) => sum + mark.count, 0)).toBe(50);
    const apart = lane(task, ['x1100', 'poll:1200']).marks;
    expect(apart.filter((mark) => mark.count === 1).map((mark) => mark.exchange)).toEqual(
      expect.arrayContaining(['x1100', 'x1200']),
    );
  });

  test('a failed poll, an answer and a cancel are marked too', () => {
    const problem = {
      kind: 'http',
      code: 'status',
      message: 'HTTP 503',
      next: 'Wait.',
      exchange: 'x9',
    } as const;
    const { marks } = lane(
      history([observation(100)], {
        failures: [{ seq: 9, mono: 3011, problem }],
        updates: [
          { seq: 10, mono: 4000, keys: ['approve_outline'], exchange: 'x10', state: 'failed' },
          { seq: 12, mono: 4500, keys: ['approve_outline'], exchange: 'x12', state: 'acknowledged' },
        ],
        cancel: { seq: 11, mono: 5000, state: 'acknowledged', exchange: 'x11', problem: undefined },
      }),
    );
    expect(kinds(marks)).toEqual(['poll', 'failure', 'update-failed', 'update', 'cancel']);
    expect(marks.map((mark) => mark.caption)).toEqual(
      expect.arrayContaining(['answer not acknowledged', 'answered']),
    );
    expect(marks[1]).toMatchObject({ exchange: 'x9', name: 'poll failed at +3.011 s: HTTP 503' });
  });

  test('only the view is laid out', () => {
    const polls = Array.from({ length: 10_000 }, (_, i) => observation(i * 1000));
    expect(lane(history(polls)).marks.length).toBe(11);
  });
});

describe('R51 cancel', () => {
  const cancel = { seq: 11, mono: 5000, state: 'acknowledged', exchange: 'x11', problem: undefined } as const;

  test('after the ack the lane says "cancel requested", not cancelled, until the server says more', () => {
    const working = history([observation(1000)], { cancel });
    expect(statusWords(working)).toBe('working · cancel requested');
    expect(lane(working).marks.at(-1)?.caption).toBe('cancel requested, acknowledged');
    const ended = history([observation(6000, { status: 'cancelled' })], { cancel });
    expect(statusWords(ended)).toBe('cancelled');
  });

  test('R56 a completion that won stays the truth', () => {
    const done = history([observation(6000, { status: 'completed' })], { cancel });
    expect(statusWords(done)).toBe('completed');
    expect(lane(done).marks[0]?.caption).toBe('cancel requested, but it completed');
  });
});

test('R67 a completed task whose result says isError is no plain success, in word, shape and colour', () => {
  const failed = history([observation(6000, { status: 'completed', toolError: true })]);
  expect(statusWords(failed)).toBe('completed, isError');
  expect(lane(failed).blocks.map(({ status }) => status)).toEqual(['completed, isError']);
  expect(toneOf('completed, isError').colour).toBe(toneOf('failed').colour);
  expect(toneOf('completed, isError').shape).not.toBe(toneOf('failed').shape);
});

describe('R27 the fuse', () => {
  test('lies at createdAt + ttlMs', () => {
    const task = history([observation(1000)], { ttlMs: 8000 });
    expect(lane(task).fuse).toMatchObject({ mono: 8000, x: 800, passed: true });
    expect(lane(task, [], 5000).fuse?.label).toMatch(/^may be discarded after .*, in 3.0 s$/);
  });

  test('is not there without a limit, and out of view where it lies far off', () => {
    expect(lane(history([observation(1000)], { ttlMs: null })).fuse).toBeUndefined();
    expect(lane(history([observation(1000)])).fuse?.x).toBeUndefined();
  });
});

test('a lane says that its polls get no answer, or that nobody asks any more (peers 3)', () => {
  const words = (poll: TaskHistory['poll'], status: 'working' | 'completed' = 'working') =>
    statusWords(history([observation(1000, { status })], { poll }));
  expect(words({ kind: 'retrying', due: 2000, attempt: 1, problem: undefined })).toBe('working · retrying');
  expect(words({ kind: 'stopped', why: 'refused' })).toBe('working · not polled');
  expect(words({ kind: 'stopped', why: 'ended' }, 'completed')).toBe('completed');
});

test('a task that is gone says whether its TTL had passed', () => {
  const gone = (ttlPassed: boolean | null): string =>
    statusWords(history([observation(1000)], { gone: { seq: 1, mono: 2000, message: 'm', ttlPassed } }));
  expect([gone(true), gone(false), gone(null)]).toEqual([
    'gone: its TTL had passed',
    'gone before its TTL',
    'gone',
  ]);
});

test('labels are cut only where enough of them is left', () => {
  expect(fitted('waited 3.6 s', 60)).toBeUndefined();
  expect(fitted('cancelled · Cancelled at the request of the client', 200)).toMatch(/…$/);
  expect(fitted('working', 200)).toBe('working');
});

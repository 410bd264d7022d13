import { expect, test } from 'vitest';
import { exchange, listOf } from '../tasks/history.suite.ts';
import { cellsOf } from './rows.ts';
import { linesOf, rowsOf } from './wire.suite.ts';

const flatRows = (...all: Parameters<typeof linesOf>[0]) => rowsOf(linesOf(all, { folds: false }));

const frame = (seq: number, mono: number) =>
  ({
    seq,
    mono,
    method: 'notifications/tasks',
    taskId: 'tsk_7f3a00000000e19d',
    status: 'working',
    comment: false,
  }) as const;

const listen = exchange({
  id: 'l',
  method: 'subscriptions/listen',
  name: undefined,
  sentAt: 1000,
  frames: listOf(frame(10, 1100), frame(11, 3000)),
  bodySeq: undefined,
  state: 'streaming',
  taskStatus: 'working',
});
const poll = exchange({
  id: 'p',
  sentAt: 2000,
  note: 'status, statusMessage, + inputRequests.approve_outline',
});
const failed = exchange({
  id: 'f',
  sentAt: 4000,
  httpStatus: 503,
  outcome: undefined,
  taskStatus: undefined,
  state: 'failed',
  problem: { kind: 'http', code: 'status', message: 'The server answered 503.', next: 'Wait.' },
  note: 'retried in 250 ms',
});

test('frames of a stream stand among the exchanges in the order of time', () => {
  expect(flatRows(listen, poll, failed).map((row) => row.key)).toEqual(['l', 'l#0', 'p', 'l#1', 'f']);
});

test('R32 resultType and task status are apart, and a stream has no status of its own', () => {
  const [row] = flatRows(poll);
  expect(row && cellsOf(row)).toMatchObject({ resultType: 'complete', status: 'working', failed: false });
  const [stream] = flatRows(listen);
  expect(stream && cellsOf(stream).status).toBeUndefined();
});

test('what matters most of a change comes first', () => {
  const [row] = flatRows(poll);
  expect(row && cellsOf(row).note).toBe('+ inputRequests.approve_outline, statusMessage, status');
});

test('a failed row says why in plain words', () => {
  const [row] = flatRows(failed);
  expect(row && cellsOf(row)).toMatchObject({
    failed: true,
    reason: 'The server answered 503.',
    note: 'retried in 250 ms',
    http: '503',
  });
});

test('a poll that the own reload of the page cut off is no failure; a call that was cut off is', () => {
  const cut = {
    kind: 'network',
    code: 'cut',
    message: 'The page was closed or reloaded.',
    next: 'Wait.',
  } as const;
  const shown = (method: string) => {
    const [row] = flatRows({ ...failed, method, httpStatus: undefined, problem: cut });
    return row && cellsOf(row);
  };
  expect(shown('tasks/get')).toMatchObject({ failed: false, reason: 'The page was closed or reloaded.' });
  expect(shown('tools/call')).toMatchObject({ failed: true });
});

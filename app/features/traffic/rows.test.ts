import { expect, test } from 'vitest';
import { exchange, listOf } from '../tasks/history.suite.ts';
import { filtered, readFilter } from './filter.ts';
import { cellsOf, flatRows } from './rows.ts';

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
  expect(flatRows(listOf(listen, poll, failed)).map((row) => row.key)).toEqual(['l', 'l#0', 'p', 'l#1', 'f']);
});

test('rows are the same objects while their exchange is', () => {
  expect(flatRows(listOf(poll))[0]).toBe(flatRows(listOf(poll, failed))[0]);
});

test('R32 resultType and task status are apart, and a stream has no status of its own', () => {
  const [row] = flatRows(listOf(poll));
  expect(row && cellsOf(row)).toMatchObject({ resultType: 'complete', status: 'working', failed: false });
  const [stream] = flatRows(listOf(listen));
  expect(stream && cellsOf(stream).status).toBeUndefined();
});

test('what matters most of a change comes first', () => {
  const [row] = flatRows(listOf(poll));
  expect(row && cellsOf(row).note).toBe('+ inputRequests.approve_outline, statusMessage, status');
});

test('a failed row says why in plain words', () => {
  const [row] = flatRows(listOf(failed));
  expect(row && cellsOf(row)).toMatchObject({
    failed: true,
    reason: 'The server answered 503.',
    note: 'retried in 250 ms',
    http: '503',
  });
});

test.each([
  ['', ['l', 'l#0', 'p', 'l#1', 'f']],
  ['tasks/get', ['p', 'f']],
  ['TASKS/GET -http:503', ['p']],
  ['status:working', ['l#0', 'p', 'l#1']],
  ['task:tsk_7f3a method:listen', ['l']],
  ['-method:notifications type:complete', ['l', 'p']],
  ['nothing-has-this', []],
])('the filter %j leaves %j', (text, keys) => {
  const rows = flatRows(listOf(listen, poll, failed));
  expect(filtered(rows, readFilter(text)).map((row) => row.key)).toEqual(keys);
});

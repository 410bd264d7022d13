import { expect, test } from 'vitest';
import type { Exchange } from '../../engine/index.ts';
import { exchange } from '../tasks/history.suite.ts';
import { RowCache } from './lines.ts';
import { cellsOf } from './rows.ts';
import { linesOf, rowsOf, type ShowParts } from './wire.suite.ts';

let at = 0;
const poll = (task: string, note: string | undefined, more: Partial<Exchange> = {}): Exchange => {
  at += 1000;
  return exchange({ id: `x${at}`, sentAt: at, name: task, taskIds: [task], note, bytes: 100, ...more });
};
const quiet = (task: string): Exchange => poll(task, 'no change');
const call = (task: string, more: Partial<Exchange> = {}): Exchange =>
  poll(task, undefined, { method: 'tools/call', name: 'work', ...more });
const shape = (all: readonly Exchange[], parts?: ShowParts): string[] =>
  rowsOf(linesOf(all, parts)).map(
    (row) => `${'  '.repeat(row.level)}${cellsOf(row).method} ${row.exchange.name}`,
  );

test('successive polls of one task without news are one row, also where another task is polled between them', () => {
  const all = [poll('a', 'status'), ...['a', 'b', 'a', 'b', 'a'].map(quiet), poll('a', 'status'), quiet('a')];
  expect(shape(all)).toEqual([
    'tasks/get a',
    'tasks/get ×3 a',
    'tasks/get ×2 b',
    'tasks/get a',
    'tasks/get a',
  ]);
  const [, run] = rowsOf(linesOf(all));
  expect(run && cellsOf(run)).toMatchObject({ note: 'no change', bytes: '300 B', status: 'working' });
  expect(shape(all, { folds: false })).toHaveLength(8);
});

test('a run says which of its polls another tab has sent', () => {
  const noteOf = (...own: readonly boolean[]): string | undefined => {
    const [run] = rowsOf(linesOf(own.map((is) => poll('a', 'no change', { own: is }))));
    return run && cellsOf(run).note;
  };
  expect(noteOf(true, true)).toBe('no change');
  expect(noteOf(false, true, false)).toBe('no change · 2 sent by another tab');
  expect(noteOf(false, false)).toBe('no change · sent by another tab');
});

test('what is said of the task otherwise, or fails, ends a run', () => {
  const two = (): Exchange[] => [quiet('a'), quiet('a')];
  const failed = (): Exchange => poll('a', 'retried in 250 ms', { state: 'failed', outcome: undefined });
  const update = (): Exchange => poll('a', undefined, { method: 'tasks/update' });
  expect(shape([...two(), failed(), ...two(), update(), ...two()])).toEqual([
    'tasks/get ×2 a',
    'tasks/get a',
    'tasks/get ×2 a',
    'tasks/update a',
    'tasks/get ×2 a',
  ]);
});

test('a poll that is still out goes with its run and is not counted', () => {
  const out = (): Exchange =>
    poll('a', undefined, { state: 'open', outcome: undefined, httpStatus: undefined });
  expect(shape([quiet('a'), quiet('a'), out()])).toEqual(['tasks/get ×2 a']);
  expect(shape([quiet('a'), out()])).toEqual(['tasks/get a', 'tasks/get a']);
});

test('an opened run lists its polls below its row; a closed one says where a message is in it', () => {
  const all = [quiet('a'), quiet('a'), quiet('a')];
  const rows = linesOf(all);
  const closed = rows.at(0);
  if (closed === undefined) throw new Error('no row');
  expect(all.map(({ id }) => rows.placeIn(closed, id))).toEqual([0, 1, 2].map((n) => ({ at: n, of: 3 })));
  expect(rows.placeIn(closed, 'elsewhere')).toBeUndefined();
  expect(all.map(({ id }) => rows.indexOf(id))).toEqual([0, 0, 0]);
  const open = linesOf(all, { opened: [all[0]?.id ?? ''] });
  expect(rowsOf(open).map((row) => row.key)).toEqual([closed.key, ...all.map(({ id }) => id)]);
  expect(all.map(({ id }) => open.indexOf(id))).toEqual([1, 2, 3]);
  expect(open.indexOf(closed.key)).toBe(0);
  const [head] = rowsOf(open);
  expect(head && open.placeIn(head, all[1]?.id)).toBeUndefined();
});

test('a filter does not join what news keeps apart', () => {
  const all = [quiet('a'), quiet('a'), poll('a', 'statusMessage'), quiet('a'), quiet('a')];
  expect(shape(all, { filter: '-note:statusMessage' })).toEqual(['tasks/get ×2 a', 'tasks/get ×2 a']);
});

test('a row is the same object while what it shows is the same', () => {
  const made = new RowCache();
  const polls = [quiet('a'), quiet('a')];
  const first = (all: readonly Exchange[], operations: boolean) => linesOf(all, { made, operations }).at(0);
  for (const operations of [false, true]) {
    expect(first(polls, operations)).toBe(first(polls, operations));
    expect(first([...polls, quiet('a')], operations)).not.toBe(first(polls, operations));
  }
});

test('an operation is one row with its newest status, its time and its size, and opens to its messages', () => {
  const all = [
    call('a', { taskStatus: 'working', endAt: undefined }),
    quiet('a'),
    poll('b', 'status'),
    quiet('a'),
    poll('a', 'status', { taskStatus: 'completed' }),
    poll('a', undefined, { state: 'failed', outcome: undefined, taskStatus: undefined }),
  ];
  expect(shape(all, { operations: true })).toEqual(['tools/call work', 'tasks/get b']);
  const [closed] = rowsOf(linesOf(all, { operations: true }));
  expect(closed && cellsOf(closed)).toMatchObject({
    status: 'completed',
    bytes: '500 B',
    note: '5 messages · 1 failed',
  });
  const opened = [all[0]?.id ?? ''];
  expect(shape(all, { operations: true, opened })).toEqual([
    'tools/call work',
    '  tasks/get ×2 a',
    '  tasks/get a',
    '  tasks/get a',
    'tasks/get b',
  ]);
  const open = linesOf(all, { operations: true, opened });
  const [head] = rowsOf(open);
  expect(head && cellsOf(head).status).toBe('working');
  expect(open.parentOf(2)).toBe(0);
  expect(open.parentOf(4)).toBe(-1);
});

test('an operation is shown while the filter leaves any message of it, and says how many', () => {
  const all = [call('a'), quiet('a'), poll('a', 'status', { taskStatus: 'failed' })];
  const rows = linesOf(all, { operations: true, filter: 'status:failed' });
  const [head] = rowsOf(rows);
  expect(rows.length).toBe(1);
  expect(head && cellsOf(head).note).toBe('1 of 3 messages');
  expect(linesOf(all, { operations: true, filter: 'status:completed' }).length).toBe(0);
});

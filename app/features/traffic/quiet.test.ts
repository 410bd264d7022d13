import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../engine/index.ts';
import { exchange, listOf } from '../tasks/history.suite.ts';
import { filtered, readFilter } from './filter.ts';
import { foldQuiet, placeIn, quietRuns, runOf } from './quiet.ts';
import type { Row } from './row.ts';
import { cellsOf, flatRows } from './rows.ts';

let at = 0;
const poll = (task: string, note: string | undefined, more: Partial<Exchange> = {}): Exchange => {
  at += 1000;
  return exchange({ id: `x${at}`, sentAt: at, name: task, taskIds: [task], note, bytes: 100, ...more });
};
const quiet = (task: string): Exchange => poll(task, 'no change');
const rowsOf = (...all: readonly Exchange[]): Row[] => flatRows(listOf(...all));
const fold = (rows: readonly Row[], opened: readonly string[] = [], shown = rows): readonly Row[] =>
  foldQuiet(shown, quietRuns(rows), new Set(opened));
const shape = (rows: readonly Row[]): string[] =>
  rows.map((row) => `${cellsOf(row).method} ${row.exchange.name}`);

test('successive polls of one task without news are one row, also where another task is polled between them', () => {
  const rows = rowsOf(
    poll('a', 'status'),
    ...['a', 'b', 'a', 'b', 'a'].map(quiet),
    poll('a', 'status'),
    quiet('a'),
  );
  expect(shape(fold(rows))).toEqual([
    'tasks/get a',
    'tasks/get ×3 a',
    'tasks/get ×2 b',
    'tasks/get a',
    'tasks/get a',
  ]);
  const [, run] = fold(rows);
  expect(run && cellsOf(run)).toMatchObject({ note: 'no change', bytes: '300 B', status: 'working' });
});

test('a run says which of its polls another tab has sent', () => {
  const noteOf = (...own: readonly boolean[]): string | undefined => {
    const [run] = fold(rowsOf(...own.map((is) => poll('a', 'no change', { own: is }))));
    return run && cellsOf(run).note;
  };
  expect(noteOf(true, true)).toBe('no change');
  expect(noteOf(false, true, false)).toBe('no change · 2 sent by another tab');
  expect(noteOf(false, false)).toBe('no change · sent by another tab');
});

test('what is said of the task otherwise, or fails, ends a run', () => {
  const failed = () => poll('a', 'retried in 250 ms', { state: 'failed', outcome: undefined });
  const update = () => poll('a', undefined, { method: 'tasks/update' });
  const rows = rowsOf(
    quiet('a'),
    quiet('a'),
    failed(),
    quiet('a'),
    quiet('a'),
    update(),
    quiet('a'),
    quiet('a'),
  );
  expect(fold(rows).map((row) => row.quiet?.members.length ?? row.exchange.method)).toEqual([
    2,
    'tasks/get',
    2,
    'tasks/update',
    2,
  ]);
});

test('a poll that is still out goes with its run and is not counted', () => {
  const out = () => poll('a', undefined, { state: 'open', outcome: undefined, httpStatus: undefined });
  expect(shape(fold(rowsOf(quiet('a'), quiet('a'), out())))).toEqual(['tasks/get ×2 a']);
  expect(shape(fold(rowsOf(quiet('a'), out())))).toEqual(['tasks/get a', 'tasks/get a']);
});

test('an opened run lists its polls below its row; a closed one says where a message is in it', () => {
  const rows = rowsOf(quiet('a'), quiet('a'), quiet('a'));
  const [closed] = fold(rows);
  if (closed === undefined) throw new Error('no row');
  expect(rows.map((row) => placeIn(closed, row.key))).toEqual([0, 1, 2]);
  expect(placeIn(closed, 'elsewhere')).toBeUndefined();
  const open = fold(rows, [runOf(closed)]);
  expect(open.map((row) => row.key)).toEqual([closed.key, ...rows.map((row) => row.key)]);
  expect(open[0] && placeIn(open[0], rows[1]?.key)).toBeUndefined();
});

test('a filter does not join what news keeps apart', () => {
  const rows = rowsOf(quiet('a'), quiet('a'), poll('a', 'statusMessage'), quiet('a'), quiet('a'));
  const shown = filtered(rows, readFilter('-note:statusMessage'));
  expect(shape(fold(rows, [], shown))).toEqual(['tasks/get ×2 a', 'tasks/get ×2 a']);
});

test('the row of a run is the same object while the run is the same', () => {
  const polls = [quiet('a'), quiet('a')];
  expect(fold(rowsOf(...polls))[0]).toBe(fold(rowsOf(...polls))[0]);
  expect(fold(rowsOf(...polls, quiet('a')))[0]).not.toBe(fold(rowsOf(...polls))[0]);
});

test('property: folding loses no message, doubles none and changes no order', () => {
  const one = fc.record({ task: fc.constantFrom('a', 'b', 'c'), news: fc.boolean() });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (events) => {
      const rows = rowsOf(...events.map(({ task, news }) => (news ? poll(task, 'status') : quiet(task))));
      const folded = fold(rows);
      const back = folded.flatMap((row) => row.quiet?.members ?? [row]);
      expect(new Set(back)).toEqual(new Set(rows));
      expect(back).toHaveLength(rows.length);
      expect(folded.map((row) => row.mono)).toEqual(
        [...folded].sort((a, b) => a.mono - b.mono).map((r) => r.mono),
      );
    }),
  );
});

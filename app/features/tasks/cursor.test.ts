import { expect, test } from 'vitest';
import type { LogEvent } from '../../engine/index.ts';
import { neighbour } from './cursor.ts';
import { exchange, world } from './history.suite.ts';

const event = (
  seq: number,
  kind: LogEvent['kind'],
  of: string | null = null,
  data: LogEvent['data'] = null,
) => ({ seq, kind, mono: seq * 10, exchange: of, data }) as LogEvent;

const EVENTS = [
  event(0, 'recording'),
  event(1, 'action', null, { name: 'cancel', taskId: 'tsk_1' }),
  event(2, 'request', 'a'),
  event(3, 'head', 'a'),
  event(4, 'request', 'b'),
  event(5, 'plan', null, { taskId: 'tsk_1' }),
  event(6, 'frame', 'b', { comment: true }),
  event(7, 'body', 'a'),
];
const log = { length: EVENTS.length, read: (seq: number) => EVENTS[seq] as LogEvent };
const all = world([], [exchange({ id: 'a', taskIds: ['tsk_1'] }), exchange({ id: 'b', taskIds: ['tsk_2'] })]);
const seqs = (from: number, by: 1 | -1, taskId?: string): number[] => {
  const out: number[] = [];
  for (let at: number | undefined = from; at !== undefined; ) {
    const found: ReturnType<typeof neighbour> = neighbour(log, all, at, by, taskId);
    if (found !== undefined) out.push(found.event.seq);
    at = found?.at;
  }
  return out;
};

test('the neighbours of a moment are what crossed the wire or was done; plans, heads and comments are passed over', () => {
  expect(seqs(-1, 1)).toEqual([1, 2, 4, 7]);
  expect(seqs(1000, -1)).toEqual([7, 4, 2, 1]);
  expect(seqs(20, 1)).toEqual([4, 7]);
});

test('with a task selected they are its own', () => {
  expect(seqs(-1, 1, 'tsk_1')).toEqual([1, 2, 7]);
  expect(seqs(70, -1, 'tsk_1')).toEqual([2, 1]);
  expect(seqs(-1, 1, 'tsk_2')).toEqual([4]);
});

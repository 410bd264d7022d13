import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLegalTransition, isTerminal, readTask, TASK_STATUSES } from './task.ts';

const TASK = {
  taskId: 'tsk_1',
  status: 'working',
  createdAt: '2026-07-28T12:00:00Z',
  lastUpdatedAt: '2026-07-28T12:00:00.5Z',
  ttlMs: null,
};

const problems = (more: object) => {
  const read = readTask({ ...TASK, ...more });
  return read.ok ? read.task.problems : [read.reason];
};

describe('readTask', () => {
  test('R26 R27: a conforming task of each status has no problems', () => {
    const payloads = {
      input_required: { inputRequests: {} },
      completed: { result: { resultType: 'complete' } },
      failed: { error: {} },
    };
    for (const status of TASK_STATUSES)
      expect(problems({ status, ...payloads[status as keyof typeof payloads] }), status).toEqual([]);
    expect(problems({ ttlMs: 0, pollIntervalMs: 0, statusMessage: '' })).toEqual([]);
  });

  test('R29: a payload outside its status, or missing in it, is a problem and is shown all the same', () => {
    expect(problems({ result: {} })).toEqual(['result does not belong to this status']);
    expect(problems({ status: 'completed' })).toEqual(['result is missing']);
    expect(problems({ status: 'failed', error: 'x' })).toEqual(['error is not an object']);
    const read = readTask({ ...TASK, result: { a: 1 } });
    expect(read.ok && read.task.result).toEqual({ a: 1 });
  });

  test('R33: a completed result without its own resultType breaks the rule, and is shown all the same', () => {
    const completed = (result: object) => problems({ status: 'completed', result });
    expect(completed({ content: [] })).toEqual(['result has no resultType; it must be "complete"']);
    expect(completed({ resultType: 'task' })).toEqual([
      'resultType of the result is "task"; it must be "complete"',
    ]);
    expect(completed({ resultType: 'complete', content: [] })).toEqual([]);
  });

  test('fields of a wrong type are problems, and read as absent', () => {
    expect(problems({ ttlMs: undefined })).toEqual(['ttlMs is missing']);
    for (const ttlMs of [-1, 1.5, '5']) expect(problems({ ttlMs })).toHaveLength(1);
    expect(problems({ pollIntervalMs: '1' })).toHaveLength(1);
    expect(problems({ createdAt: 'yesterday' })).toEqual(['createdAt is not an ISO 8601 time']);
    expect(problems({ lastUpdatedAt: undefined })).toEqual(['lastUpdatedAt is missing']);
    expect(problems({ statusMessage: 7 })).toEqual(['statusMessage is not a string']);
    expect(problems({ _meta: { 'dev.taskscope/revision': 3 } })).toEqual([]);
  });

  test('without an id or a known status it is no task', () => {
    for (const value of [null, [], {}, { ...TASK, taskId: 1 }, { ...TASK, status: 'done' }])
      expect(readTask(value).ok).toBe(false);
    fc.assert(fc.property(fc.anything(), (value) => typeof readTask(value).ok === 'boolean'));
  });
});

test('R30: no transition leaves a terminal state; staying is legal', () => {
  for (const from of TASK_STATUSES)
    for (const to of TASK_STATUSES)
      expect(isLegalTransition(from, to), `${from} to ${to}`).toBe(from === to || !isTerminal(from));
});

import { describe, expect, test } from 'vitest';
import { readLegacyTask, taskSupportOf } from './legacy-task.ts';

const TASK = {
  taskId: 't1',
  status: 'working',
  createdAt: '2025-11-25T10:00:00Z',
  lastUpdatedAt: '2025-11-25T10:00:01Z',
  ttl: 60_000,
  pollInterval: 500,
};

describe('R85: a task of 2025-11-25 is read under the current names', () => {
  test('ttl and pollInterval, with the text as sent beside them', () => {
    const read = readLegacyTask(TASK);
    expect(read).toMatchObject({ ok: true, task: { ttlMs: 60_000, pollIntervalMs: 500, problems: [] } });
    expect(read.ok && read.task.raw).toEqual(TASK);
  });

  test.each(['completed', 'failed', 'input_required', 'cancelled'])('%s needs no payload', (status) => {
    expect(readLegacyTask({ ...TASK, status })).toMatchObject({ ok: true, task: { status, problems: [] } });
  });

  test('a missing ttl, and names of the other generation, are told', () => {
    const { ttl: _, ...without } = TASK;
    const read = readLegacyTask({ ...without, ttlMs: 5 });
    expect(read).toMatchObject({
      ok: true,
      task: {
        ttlMs: undefined,
        problems: ['ttl is missing', 'ttlMs is of 2026-07-28; 2025-11-25 says ttl'],
      },
    });
  });

  test.each([null, 7, [], {}, { taskId: 't' }, { taskId: 't', status: 'done' }])('%j is no task', (value) => {
    expect(readLegacyTask(value)).toMatchObject({ ok: false });
  });
});

test.each([
  [{ execution: { taskSupport: 'required' } }, 'required'],
  [{ execution: { taskSupport: 'optional' } }, 'optional'],
  [{ execution: { taskSupport: 'sometimes' } }, 'forbidden'],
  [{ execution: 7 }, 'forbidden'],
  [undefined, 'forbidden'],
] as const)('R85: taskSupport of %j is %s', (tool, support) => {
  expect(taskSupportOf(tool)).toBe(support);
});

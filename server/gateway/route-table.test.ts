import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTerminal, TASK_STATUSES } from '../protocol/task.ts';
import { RouteTable } from './route-table.ts';

const RETENTION = 100;
const open = () => new RouteTable({ limit: 10, retentionMs: RETENTION });

describe('RouteTable', () => {
  test('R55: a route stays while its task goes on, however long nobody asks and whatever its TTL', () => {
    const table = open();
    table.learn({ taskId: 't', status: 'working', expiresAt: 50 }, 'a', 0);
    expect(table.find('t', 1e9)?.replica).toBe('a');
    expect(table.rows(1e9)).toHaveLength(1);
  });

  test('R55: it stays until the task has ended and TTL and retention are over, and goes at that very moment', () => {
    const table = open();
    table.learn({ taskId: 't', status: 'working', expiresAt: 50 }, 'a', 0);
    table.learn({ taskId: 't', status: 'completed', expiresAt: 50 }, 'a', 10);
    expect(table.find('t', 149)).toMatchObject({ status: 'completed', endedAt: 10 });
    expect(table.find('t', 150)).toBeUndefined();
    expect(table.rows(150)).toEqual([]);
    const late = open();
    late.learn({ taskId: 't', status: 'failed', expiresAt: 50 }, 'a', 70);
    expect([late.rows(169).length, late.rows(170).length]).toEqual([1, 0]);
    const free = open();
    free.learn({ taskId: 't', status: 'cancelled', expiresAt: null }, 'a', 10);
    expect([free.rows(109).length, free.rows(110).length]).toEqual([1, 0]);
  });

  test('R6: an answer of another replica moves no route, and is told', () => {
    const table = open();
    table.learn({ taskId: 't', status: 'working', expiresAt: null }, 'a', 0);
    table.learn({ taskId: 't', status: 'input_required', expiresAt: null }, 'b', 5);
    expect(table.find('t', 5)).toMatchObject({
      replica: 'a',
      servedBy: 'b',
      status: 'input_required',
      usedAt: 5,
    });
    table.served('t', 'a', 6);
    expect(table.find('t', 6)).toMatchObject({ servedBy: 'a', usedAt: 6, status: 'input_required' });
  });

  test('R30: an old answer that comes late does not bring an ended task back', () => {
    const table = open();
    table.learn({ taskId: 't', status: 'completed', expiresAt: null }, 'a', 10);
    table.learn({ taskId: 't', status: 'working', expiresAt: null }, 'a', 20);
    expect(table.find('t', 20)).toMatchObject({ status: 'completed', endedAt: 10 });
  });

  test('a full table drops ended tasks first, then the one that nobody asked for the longest', () => {
    const table = open();
    for (let i = 0; i < 10; i += 1)
      table.learn({ taskId: `t${i}`, status: i === 7 ? 'failed' : 'working', expiresAt: null }, 'a', i);
    table.served('t0', 'a', 20);
    table.learn({ taskId: 'new', status: 'working', expiresAt: null }, 'a', 21);
    expect(table.find('t7', 21)).toBeUndefined();
    table.learn({ taskId: 'newer', status: 'working', expiresAt: null }, 'a', 22);
    expect([table.find('t1', 22), table.find('t0', 22)?.replica]).toEqual([undefined, 'a']);
    expect(table.rows(22)).toHaveLength(10);
  });

  test('R55: whatever is learnt and however the clock goes, a small table holds exactly the routes that are due', () => {
    const learnt = fc.record({
      taskId: fc.constantFrom('t1', 't2', 't3'),
      status: fc.constantFrom(...TASK_STATUSES),
      expiresAt: fc.option(fc.integer({ min: 0, max: 300 })),
      replica: fc.constantFrom('a', 'b'),
      wait: fc.integer({ min: 0, max: 150 }),
    });
    fc.assert(
      fc.property(fc.array(learnt), (steps) => {
        const table = open();
        const model = new Map<string, { replica: string; goesAt: number }>();
        let now = 0;
        for (const { taskId, status, expiresAt, replica, wait } of steps) {
          now += wait;
          for (const [id, { goesAt }] of model) if (goesAt <= now) model.delete(id);
          table.learn({ taskId, status, expiresAt }, replica, now);
          const known = model.get(taskId);
          const goesAt = isTerminal(status)
            ? Math.max(now, expiresAt ?? now) + RETENTION
            : Number.POSITIVE_INFINITY;
          if (known === undefined) model.set(taskId, { replica, goesAt });
          else if (!Number.isFinite(known.goesAt)) model.set(taskId, { replica: known.replica, goesAt });
          for (const id of ['t1', 't2', 't3'])
            expect(table.find(id, now)?.replica).toBe(model.get(id)?.replica);
          expect(table.rows(now)).toHaveLength(model.size);
        }
      }),
    );
  });

  test('the bound holds whatever comes, and the newest route is always there', () => {
    const learnt = fc.record({ taskId: fc.string(), status: fc.constantFrom(...TASK_STATUSES) });
    fc.assert(
      fc.property(fc.array(learnt, { maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (steps, limit) => {
        const table = new RouteTable({ limit, retentionMs: 1e6 });
        for (const [i, { taskId, status }] of steps.entries()) {
          table.learn({ taskId, status, expiresAt: null }, 'a', i);
          expect(table.find(taskId, i)).toBeDefined();
          expect(table.rows(i).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});

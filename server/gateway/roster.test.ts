import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Replica } from './replica.ts';
import { Roster } from './roster.ts';

const replica = (name: string): Replica => ({ name, fetch: () => Promise.reject(new Error('not called')) });
const names = (order: readonly Replica[]) => order.map((one) => one.name).join('');
const three = () => new Roster(['a', 'b', 'c'].map(replica));

describe('Roster', () => {
  test('takes turns where there is no home, and a request with a home takes no turn', () => {
    const roster = three();
    const first = () => names(roster.order(undefined, 0))[0];
    expect([first(), first(), names(roster.order('a', 0))[0], first(), first()]).toEqual([
      'a',
      'b',
      'a',
      'c',
      'a',
    ]);
  });

  test('R6: every order has each replica once; those that are down come last, and a home that is up comes first', () => {
    const step = fc.record({
      failed: fc.option(fc.constantFrom('a', 'b', 'c')),
      answered: fc.option(fc.constantFrom('a', 'b', 'c')),
      home: fc.option(fc.constantFrom('a', 'b', 'c', 'gone'), { nil: undefined }),
      wait: fc.integer({ min: 0, max: 1500 }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const roster = three();
        let now = 0;
        for (const { failed, answered, home, wait } of steps) {
          if (failed !== null) roster.failed(failed, now);
          if (answered !== null) roster.answered(answered);
          now += wait;
          const up = roster.rows(now).filter((row) => row.up);
          const order = names(roster.order(home, now));
          expect([...order].sort().join('')).toBe('abc');
          const leading = order.slice(0, up.length);
          expect([...leading].sort()).toEqual(up.map((row) => row.replica));
          if (up.some((row) => row.replica === home)) expect(order[0]).toBe(home);
        }
      }),
    );
  });

  test('a replica that failed is passed over for a second, or until it answers', () => {
    const roster = three();
    roster.failed('a', 0);
    expect(roster.rows(999)[0]).toEqual({ replica: 'a', up: false, served: 0, failed: 1 });
    expect(roster.rows(1000)[0]?.up).toBe(true);
    roster.failed('a', 1000);
    roster.answered('a');
    expect(roster.rows(1001)[0]).toEqual({ replica: 'a', up: true, served: 1, failed: 2 });
  });
});

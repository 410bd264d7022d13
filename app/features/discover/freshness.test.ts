import { expect, test } from 'vitest';
import { freshnessOf } from './freshness.ts';

test('R14 the hint counts down from when the answer was received', () => {
  expect(freshnessOf(1000, 300_000, 1000).words).toBe('fresh 5:00');
  expect(freshnessOf(1000, 300_000, 49_000).words).toBe('fresh 4:12');
  expect(freshnessOf(1000, 300_000, 301_000)).toEqual({ kind: 'stale', words: 'stale' });
  expect(freshnessOf(1000, 0, 1000).kind).toBe('uncached');
});

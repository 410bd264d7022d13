import { expect, it } from 'vitest';
import { CryptoIds } from './ids.ts';

const T0 = Date.UTC(2026, 10, 30);

it('R26: a task id has 144 random bits behind the time, and is never given twice', () => {
  const ids = new CryptoIds(() => T0);
  const made = Array.from({ length: 2_000 }, () => ids.taskId());
  for (const id of made) expect(id).toMatch(/^tsk_[\w-]{32}$/);
  const random = made.map((id) => id.slice(-24));
  expect(new Set(random).size).toBe(2_000);
  // No part of it stands still: over 2,000 ids each place sees nearly every one of its 64 letters.
  for (let place = 0; place < 24; place += 1)
    expect(new Set(random.map((text) => text[place])).size).toBeGreaterThan(60);
});

it('ids of one ms begin alike, and a later one is a later text, so that they lie together in an index', () => {
  let now = T0;
  const ids = new CryptoIds(() => now);
  const starts: string[] = [];
  for (const later of [0, 1, 62, 1_000, 10 ** 6, 10 ** 9, 10 ** 12]) {
    now = T0 + later;
    const [one, two] = [ids.taskId(), ids.taskId()].map((id) => id.slice(0, 12));
    expect(one).toBe(two);
    starts.push(one ?? '');
  }
  expect([...new Set(starts)]).toHaveLength(7);
  expect([...starts].sort()).toEqual(starts);
});

it('short ids, chances and bytes do not repeat either', () => {
  const ids = new CryptoIds();
  const short = Array.from({ length: 1_000 }, () => ids.short());
  expect(new Set(short).size).toBe(1_000);
  const chances = Array.from({ length: 1_000 }, () => ids.chance());
  expect(new Set(chances).size).toBe(1_000);
  expect(Math.min(...chances)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...chances)).toBeLessThan(1);
  expect(ids.bytes(32)).not.toEqual(ids.bytes(32));
});

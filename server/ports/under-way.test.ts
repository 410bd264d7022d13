import { expect, it } from 'vitest';
import { UnderWay } from './under-way.ts';

it('what has come and not gone is under way, and a place that is free is taken again', () => {
  const open = new UnderWay<string>();
  const places = ['a', 'b', 'c'].map((item) => open.enter(item));
  expect([open.size, open.all()]).toEqual([3, ['a', 'b', 'c']]);
  open.leave(places[1] ?? -1);
  expect([open.size, open.all()]).toEqual([2, ['a', 'c']]);
  expect(open.enter('d')).toBe(places[1]);
  expect(open.all()).toEqual(['a', 'd', 'c']);
  for (const place of places) open.leave(place);
  expect([open.size, open.all()]).toEqual([0, []]);
});

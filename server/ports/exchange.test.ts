import { expect, it } from 'vitest';
import { Departure } from './exchange.ts';

it('each listener hears once of a departure, whatever was added or taken away before, and nobody of a second one', () => {
  const departure = new Departure();
  const heard: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => () => void heard.push(name)) as [
    () => void,
    () => void,
    () => void,
  ];
  for (const listener of [a, a, b, c]) departure.addEventListener('abort', listener);
  departure.removeEventListener('abort', a);
  departure.removeEventListener('abort', c);
  // In the place of the first, and still there as the second: one listener all the same.
  departure.addEventListener('abort', b);
  departure.addEventListener('abort', c);
  expect([departure.aborted, heard]).toEqual([false, []]);
  departure.abort();
  departure.abort();
  expect(departure.aborted).toBe(true);
  expect(heard.sort()).toEqual(['b', 'c']);
});

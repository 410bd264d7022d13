import { expect, it } from 'vitest';
import { acceptedCodings } from './encoding.ts';

it.each([
  [undefined, []],
  ['', []],
  ['gzip', ['gzip']],
  ['gzip, deflate, br', ['br', 'gzip']],
  ['BR;q=0.1, gzip;q=1', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['*', ['br', 'gzip']],
  ['*;q=0', []],
  ['gzip;q=0, *', ['br']],
  ['identity', []],
  ['br;q=nonsense', []],
  ['br;q=0x1, gzip;q=', []],
  ['br;q=+1, gzip;q=1e0', []],
  ['br;q=2, gzip;q=1.000', ['gzip']],
])('Accept-Encoding %s', (header, names) => {
  expect(acceptedCodings(header).map((coding) => coding.name)).toEqual(names);
});

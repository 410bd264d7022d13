import { expect, it } from 'vitest';
import { keyIn, ownAddress } from './key.ts';

const KEY = 'abcdefghijklmnopqrstuvwxyz_-0123';

it('the key is found in the printed link, and alone', () => {
  expect(keyIn(` http://127.0.0.1:6280/?endpoint=x#key=${KEY}\n`)).toBe(KEY);
  expect(keyIn(KEY)).toBe(KEY);
  for (const other of ['', 'short', 'http://127.0.0.1:6280/', 'two words that are long enough'])
    expect(keyIn(other)).toBeUndefined();
});

it('a page that was opened by another name of this machine knows its own address', () => {
  expect(ownAddress(new URL('http://localhost:6280/discover') as unknown as Location)).toBe(
    'http://127.0.0.1:6280',
  );
  expect(ownAddress(new URL('http://127.0.0.1:6280') as unknown as Location)).toBeUndefined();
  expect(ownAddress(new URL('https://pages.example') as unknown as Location)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { keyIn } from './key.ts';

const KEY = 'abcdefghijklmnopqrstuvwxyz_-0123';

it('the key is found in the printed link, and alone', () => {
  expect(keyIn(` http://127.0.0.1:6280/?endpoint=x#key=${KEY}\n`)).toBe(KEY);
  expect(keyIn(KEY)).toBe(KEY);
  for (const other of ['', 'short', 'http://127.0.0.1:6280/', 'two words that are long enough'])
    expect(keyIn(other)).toBeUndefined();
});

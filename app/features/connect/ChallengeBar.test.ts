import { expect, test } from 'vitest';
import { wantsSignIn } from './ChallengeBar.tsx';

test.each([
  [401, '', true],
  [401, 'Bearer scope="a"', true],
  [403, 'Bearer error="insufficient_scope", scope="a b"', true],
  [403, 'Bearer error=insufficient_scope', true],
  [403, '', false],
  [403, 'Bearer error="invalid_request"', false],
] as const)('a %i with “%s” is met by a sign-in: %s', (status, header, is) => {
  expect(wantsSignIn({ status, header, exchange: 'x' })).toBe(is);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBeSpelled, spellingsOf } from './secret-spellings.ts';

const hidden = (text: string, secret: string): string => text.replace(spellingsOf(secret), '*');

test.each([
  ['a,b/cdefgh', String.raw`{"p":"a,b\/cdefgh"}`],
  ['p;=secret99', String.raw`{"p":"p;\u003dsecret99"}`],
  ['p;=secret99', String.raw`{"p":"p;\u003Dsecret99"}`],
  ['rouge été', String.raw`{"p":"rouge \u00e9t\u00E9"}`],
  ['ab/cd+ef==123', '{"p":"ab%2Fcd%2bef%3D%3d123"}'],
  ['été', '{"p":"%C3%A9t%c3%a9"}'],
  ['a"b\\c', JSON.stringify({ p: 'a"b\\c' })],
  ['😀 key', String.raw`{"p":"\ud83d\uDE00 key"}`],
])('attack 10: %s is found as %s', (secret, text) => {
  expect(mayBeSpelled(text)).toBe(true);
  expect(hidden(text, secret)).toBe('{"p":"*"}');
});

test('property: a secret is found plain, in JSON, in JSON in JSON and in an address, and nothing is found in a text without it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }), (secret) => {
      const once = JSON.stringify(secret).slice(1, -1);
      const twice = JSON.stringify(once).slice(1, -1);
      for (const text of [secret, once, twice, encodeURIComponent(secret)])
        expect(hidden(`<${text}>`, secret)).toBe('<*>');
      expect(hidden('', secret)).toBe('');
    }),
  );
});

test('a text of backslashes, and one of escapes, take time by their length alone', () => {
  const secret = '/"\\/"\\secret';
  const began = performance.now();
  for (const text of ['\\'.repeat(200_000), '\\u002'.repeat(100_000), '%2'.repeat(200_000)])
    expect(hidden(text, secret)).toBe(text);
  // With unbounded runs the first alone takes minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test('attack 9: a Cyrillic letter is warned of as punycode, and the host that counts is shown', () => {
  const { parts, warnings } = readAddress('https://\u0430pple.com/connect');
  expect(parts).toEqual(['https://', 'xn--pple-43d.com', '/connect']);
  expect(warnings.join()).toContain('punycode');
});

test('attack 9: what stands before an @ is told from the host', () => {
  const { parts, warnings } = readAddress('https://good.com@evil.com/x?y=https://good.com#z');
  expect(parts).toEqual(['https://good.com@', 'evil.com', '/x?y=https://good.com#z']);
  expect(warnings.join()).toContain('leads to evil.com');
});

test.each([
  ['javascript:alert(1)', false],
  [' JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['http://example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['https://example.com/', true],
  ['http://127.0.0.1:8080/a', true],
  ['http://localhost/', true],
  ['http://[::1]:1/', true],
  ['nonsense', false],
])('attack 9, failure 14: only https, and http on this machine, can be opened: %j', (text, opens) => {
  const { href, warnings } = readAddress(text);
  expect(href !== undefined).toBe(opens);
  expect(warnings.length > 0).toBe(!opens);
});

test('the parts are the whole address, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ['https'] }),
      (text) => {
        expect(readAddress(text).parts?.join('')).toBe(new URL(text).href);
      },
    ),
  );
});

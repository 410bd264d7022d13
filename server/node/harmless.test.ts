import fc from 'fast-check';
import { expect, it } from 'vitest';
import { harmless } from './harmless.ts';

it.each([
  ['\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['\u001b[2K\rall is well', '\\u001b[2K\\u000dall is well'],
  ['\u009b31mred', '\\u009b31mred'],
  ['back\b\u007f', 'back\\u0008\\u007f'],
  ['\u202egpj.exe', '\\u202egpj.exe'],
  ['one\r\ntwo\n\tthree', 'one\ntwo\n\tthree'],
  ['Grüße, 世界 🎉 №7', 'Grüße, 世界 🎉 №7'],
])('%j is shown as %j', (text, shown) => {
  expect(harmless(text)).toBe(shown);
});

it('leaves nothing that steers a terminal, and is the same the second time', () => {
  const bytes = fc.array(fc.integer({ min: 0, max: 0xff })).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(bytes, (text) => {
      const shown = harmless(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
      expect(shown).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      expect(harmless(shown)).toBe(shown);
    }),
  );
});

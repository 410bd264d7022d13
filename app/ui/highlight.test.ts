import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokens } from './highlight.ts';

test('the pieces joined are the text, whatever it is', () => {
  const nearJson = fc.array(
    fc.constantFrom('"', '\\', '{', ':', ',', '1', '-', 'true', ' ', '\n', 'é', '"a":'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json(),
        nearJson.map((p) => p.join('')),
      ),
      (text) => {
        expect(
          tokens(text)
            .map((t) => t.text)
            .join(''),
        ).toBe(text);
      },
    ),
  );
});

test('keys, strings, numbers and words are told apart', () => {
  const kinds = tokens('{"a": 9007199254740993, "b": ["x:", true, null, 1.0]}')
    .filter((t) => t.kind !== 'mark' && t.kind !== 'other')
    .map((t) => `${t.kind} ${t.text}`);
  expect(kinds).toEqual([
    'key "a"',
    'number 9007199254740993',
    'key "b"',
    'string "x:"',
    'word true',
    'word null',
    'number 1.0',
  ]);
});

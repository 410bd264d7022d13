import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberText } from './member.ts';

test('a member is the text that was sent, the last of duplicates; what is deeper or no object has none', () => {
  const text = '{"a": 1.0, "b": {"a": 9007199254740993, "x": []}, "\\u0061": [1E400, {"a": 2}] , "c": null}';
  expect(memberText(text, 'a')).toBe('[1E400, {"a": 2}]');
  expect(memberText(text, 'b')).toBe('{"a": 9007199254740993, "x": []}');
  expect(memberText(text, 'c')).toBe('null');
  for (const other of ['x', '__proto__', 'toString']) expect(memberText(text, other)).toBeUndefined();
  for (const none of ['[{"a": 1}]', '"a"', '{"a": 1', '']) expect(memberText(none, 'a')).toBeUndefined();
});

test('property: read as a value it is the member of the value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', '', '"'), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value, null, 1);
      for (const key of ['a', 'b', '', '"']) {
        const found = memberText(text, key);
        expect(found === undefined ? undefined : JSON.parse(found)).toEqual(JSON.parse(text)[key]);
      }
    }),
  );
});

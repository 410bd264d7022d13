import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asTyped, textAt, withAt, withoutAt } from './edit.ts';

const TEXT = '{ "a": 9007199254740993, "b": {"c":1.0 , "c": 1E400}, "d":[1,2] }';

test('a value is replaced, added and taken out; the rest stays character for character', () => {
  expect(withAt(TEXT, ['b', 'c'], 'null')).toBe(TEXT.replace('1E400', 'null'));
  expect(withAt(TEXT, ['b', 'x'], '[]')).toBe(TEXT.replace('1E400', '1E400,"x":[]'));
  expect(withAt('{"e":{ }}', ['e', 'x'], '1')).toBe('{"e":{"x":1}}');
  expect(withoutAt(TEXT, ['b', 'c'])).toBe('{ "a": 9007199254740993, "b": {}, "d":[1,2] }');
  expect(withoutAt(TEXT, ['a'])).toBe('{ "b": {"c":1.0 , "c": 1E400}, "d":[1,2] }');
  expect(withoutAt(TEXT, ['d'])).toBe('{ "a": 9007199254740993, "b": {"c":1.0 , "c": 1E400} }');
  expect(withAt(TEXT, [], '1')).toBe('1');
});

test('a path that leads nowhere, or text that is no JSON, changes nothing', () => {
  for (const path of [
    ['d', '0'],
    ['a', 'x'],
    ['nobody', 'x'],
  ]) {
    expect(withAt(TEXT, path, '1')).toBe(TEXT);
    expect(withoutAt(TEXT, path)).toBe(TEXT);
  }
  for (const text of ['', '{', '{"a":}']) {
    expect(withAt(text, ['a'], '1')).toBe(text);
    expect(withoutAt(text, ['a'])).toBe(text);
    expect(textAt(text, ['a'])).toBeUndefined();
  }
});

test('what was set is read back, whatever the keys', () => {
  const keys = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  const flat = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(flat, keys, fc.jsonValue({ maxDepth: 1 }), (object, [key = ''], value) => {
      const raw = JSON.stringify(value);
      const set = withAt(JSON.stringify(object), [key], raw);
      expect(textAt(set, [key])).toBe(raw);
      expect(JSON.parse(set)).toEqual(JSON.parse(JSON.stringify({ ...object, [key]: JSON.parse(raw) })));
      expect(textAt(withoutAt(set, [key]), [key])).toBeUndefined();
    }),
  );
});

test('what was typed goes out as typed', () => {
  expect(
    asTyped({ text: '{"params":{"arguments":{}}}' }, [{ path: ['params', 'arguments'], text: '{"n":1.0}' }])
      .text,
  ).toBe('{"params":{"arguments":{"n":1.0}}}');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthOf, isObject, type JsonValue, MAX_DEPTH, own, ownString, parseJson, sameJson } from './json.ts';

function depth(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((v) => depth(v as JsonValue)));
}

describe('depthOf', () => {
  test('is the depth of what the text says, whatever strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(depthOf(text, 1000)).toBe(depth(value as JsonValue));
      }),
    );
    expect(depthOf('"[[[{{\\"[["', 1000)).toBe(0);
    expect(depthOf('{"a\\\\":[1]}', 1000)).toBe(2);
  });

  test('stops one past the limit, so a million brackets cost little', () => {
    expect(depthOf('['.repeat(1_000_000), 5)).toBe(6);
  });
});

describe('parseJson', () => {
  test('reads what JSON.parse reads, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
    fc.assert(fc.property(fc.string(), (s) => typeof parseJson(s).ok === 'boolean'));
  });

  test('refuses what nests deeper than the limit, and takes the limit itself', () => {
    const nested = (n: number) => '['.repeat(n) + ']'.repeat(n);
    expect(parseJson(nested(MAX_DEPTH)).ok).toBe(true);
    expect(parseJson(nested(MAX_DEPTH + 1))).toEqual({ ok: false, reason: expect.stringContaining('200') });
    expect(parseJson(nested(1_000_000)).ok).toBe(false);
  });
});

describe('own', () => {
  test('never reads the prototype', () => {
    for (const key of ['__proto__', 'constructor', 'toString']) expect(own({}, key)).toBeUndefined();
    const parsed = parseJson('{"__proto__": {"a": 1}}');
    expect(parsed.ok && own(parsed.value, '__proto__')).toEqual({ a: 1 });
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test('is undefined for what is no object', () => {
    for (const value of [null, undefined, 1, 'length', [1]]) expect(own(value, 'length')).toBeUndefined();
    expect([isObject({}), isObject([]), isObject(null)]).toEqual([true, false, false]);
    expect([ownString({ a: 'x', b: 1 }, 'a'), ownString({ b: 1 }, 'b')]).toEqual(['x', undefined]);
  });
});

describe('sameJson', () => {
  test('is equality of what the texts say, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [x, y] = [a as JsonValue, b as JsonValue];
        expect(sameJson(x, reversed(x))).toBe(true);
        expect(sameJson(x, y)).toBe(sameJson(y, x));
        expect(sameJson({ x }, { y: x })).toBe(false);
        expect(sameJson([x], [x, null])).toBe(false);
        expect(sameJson([x], { 0: x })).toBe(false);
      }),
    );
    expect(sameJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(sameJson(0, -0)).toBe(true);
  });
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((v) => reversed(v as JsonValue));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([k, v]) => [k, v === undefined ? v : reversed(v)]),
  );
}

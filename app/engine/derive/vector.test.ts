import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderedDict } from './ordered-dict.ts';
import { Vector } from './vector.ts';

describe('Vector', () => {
  test('property: behaves as an array under push and set, and older versions stay as they were', () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ push: fc.integer() }) },
      { weight: 1, arbitrary: fc.record({ at: fc.nat(), item: fc.integer() }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), fc.nat(2_500), (steps, grown) => {
        const model = Array.from({ length: grown }, (_, i) => i);
        let vector = Vector.of(model);
        const before = vector;
        const kept = [...model];
        for (const s of steps) {
          if ('push' in s) {
            model.push(s.push);
            vector = vector.push(s.push);
          } else if (model.length > 0) {
            model[s.at % model.length] = s.item;
            vector = vector.set(s.at % model.length, s.item);
          }
        }
        expect([...vector]).toEqual(model);
        expect(model.every((item, i) => vector.at(i) === item)).toBe(true);
        expect([...before]).toEqual(kept);
      }),
      { numRuns: 60 },
    );
  });

  test('grows over several heights of the trie', () => {
    let vector = Vector.empty<number>();
    for (let i = 0; i < 40_000; i += 1) vector = vector.push(i);
    expect([0, 31, 32, 1_023, 1_024, 32_767, 32_768, 39_999].map((i) => vector.at(i))).toEqual([
      0, 31, 32, 1_023, 1_024, 32_767, 32_768, 39_999,
    ]);
    expect(vector.set(1_024, -1).at(1_024)).toBe(-1);
    expect(vector.at(1_024)).toBe(1_024);
    expect(vector.at(-1)).toBeUndefined();
    expect(vector.at(40_000)).toBeUndefined();
    expect(() => vector.set(40_000, 0)).toThrow(RangeError);
    expect(vector.array()).toBe(vector.array());
  });
});

describe('OrderedDict', () => {
  test('property: behaves as a Map that keeps the first position of a key', () => {
    const entry = fc.tuple(
      fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('__proto__', 'constructor')),
      fc.nat(),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 400 }), (entries) => {
        const model = new Map<string, number>();
        let dict = OrderedDict.empty<number>();
        for (const [key, value] of entries) {
          model.set(key, value);
          dict = dict.set(key, value);
        }
        expect([...dict.values()]).toEqual([...model.values()]);
        expect(dict.size).toBe(model.size);
        for (const [key, value] of model) expect(dict.get(key)).toBe(value);
        expect(dict.get('absent key')).toBeUndefined();
      }),
    );
  });

  test('holds keys of one hash', () => {
    // FNV-1a collisions of 32 bits are rare; 20,000 keys at least fill buckets and split them at several depths.
    let dict = OrderedDict.empty<number>();
    for (let i = 0; i < 20_000; i += 1) dict = dict.set(`exchange-${i}`, i);
    for (let i = 0; i < 20_000; i += 1) expect(dict.get(`exchange-${i}`)).toBe(i);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMarks } from './useMarks.ts';

test('marks are read as they were written, and anything else is none', () => {
  const kept = { pinned: ['a', 'b#1'], notes: [['a', 'why?']] };
  expect(readMarks(JSON.stringify(kept))).toEqual(kept);
  expect(readMarks('')).toEqual({ pinned: [], notes: [] });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { pinned, notes } = readMarks(text);
      expect(pinned.every((one) => typeof one === 'string')).toBe(true);
      expect(notes.every((one) => one.length === 2)).toBe(true);
    }),
  );
});

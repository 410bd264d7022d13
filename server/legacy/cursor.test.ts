import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

describe('cursors of tasks/list', () => {
  test('R85 property: a cursor leads back to its position', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4e12 }), fc.string(), (createdAt, taskId) => {
        expect(readCursor(writeCursor({ createdAt, taskId }))).toEqual({ createdAt, taskId });
      }),
    );
  });

  test('R85: a text that is longer than any cursor is refused and not decoded', () => {
    const long = writeCursor({ createdAt: 1, taskId: 't'.repeat(1_000) });
    expect(() => readCursor(long)).toThrow(expect.objectContaining({ code: -32602 }));
    const fits = { createdAt: 1, taskId: 't'.repeat(100) };
    expect(readCursor(writeCursor(fits))).toEqual(fits);
  });

  test('R85 property: whatever else is sent is refused with -32602, or is none at all', () => {
    expect(readCursor(undefined)).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.integer(), fc.constant(null)), (cursor) => {
        expect(() => readCursor(cursor)).toThrow(expect.objectContaining({ code: -32602 }));
      }),
    );
  });
});

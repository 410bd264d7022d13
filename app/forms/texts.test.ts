import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDate, localZone, readDateTime, writeDateTime } from './date-text.ts';
import { scanJson } from './json-text.ts';
import { readNumber } from './number-text.ts';

describe('numbers', () => {
  test.each([
    ['', undefined],
    ['  ', undefined],
    ['12', 12],
    [' 12 ', 12],
    ['-0.5', -0.5],
    ['+3', 3],
    ['1.', 1],
    ['.5', 0.5],
    ['1.0', 1],
    ['1e3', 1000],
    ['1e21', 1e21],
    ['0.1', 0.1],
    ['9007199254740991', 9007199254740991],
  ])('%j is %j', (text, value) => expect(readNumber(text)).toBe(value));

  test.each([
    'abc',
    '1e',
    '1,5',
    '0x10',
    'Infinity',
    '--1',
    '9007199254740993',
    '1e999',
    '0.12345678901234567890123',
  ])('%j stays what was typed', (text) => expect(readNumber(text)).toBe(text));

  test('property: every number that is written is read', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        expect(readNumber(String(n))).toBe(n === 0 ? Number(String(n)) : n);
      }),
    );
  });
});

describe('dates', () => {
  test.each([
    ['2026-07-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-7-28', false],
    ['tomorrow', false],
  ])('%s: %s', (text, is) => expect(isDate(text)).toBe(is));

  test.each([
    ['2026-07-28T09:30:00Z', { local: '2026-07-28T09:30:00', zone: 'Z' }],
    ['2026-07-28t09:30:00.250z', { local: '2026-07-28T09:30:00.250', zone: 'Z' }],
    ['2026-07-28T09:30:00+05:30', { local: '2026-07-28T09:30:00', zone: '+05:30' }],
    ['2026-07-28T09:30:00', undefined],
    ['2026-02-30T09:30:00Z', undefined],
    ['2026-07-28T25:00:00Z', undefined],
    ['soon', undefined],
  ])('%s', (text, parts) => expect(readDateTime(text)).toEqual(parts));

  test('it goes out as RFC 3339: with seconds and a zone', () => {
    expect(writeDateTime({ local: '2026-07-28T09:30', zone: 'Z' })).toBe('2026-07-28T09:30:00Z');
    expect(writeDateTime({ local: '2026-07-28T09:30:15', zone: '+02:00' })).toBe('2026-07-28T09:30:15+02:00');
  });

  test('this zone is an offset', () => expect(localZone('2026-07-28T09:30')).toMatch(/^[+-]\d\d:\d\d$/));

  test('property: apart and together again is the same', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.constantFrom('Z', '+02:00', '-11:30'),
        (date, zone) => {
          const text = `${date.toISOString().slice(0, 19)}${zone}`;
          const parts = readDateTime(text);
          expect(parts && writeDateTime(parts)).toBe(text);
        },
      ),
    );
  });
});

describe('JSON text', () => {
  test.each([
    ['', 1, 1, 'a value is missing'],
    ['{', 1, 2, 'ends before }'],
    ['{\n  "a": 1,\n}', 3, 1, 'a key in double quotes'],
    ['{\n  "a" 1}', 2, 7, 'a colon'],
    ['{"a": 1 "b": 2}', 1, 9, 'a comma or }'],
    ['[1 2]', 1, 4, 'a comma or ]'],
    ['{"a": tru}', 1, 7, 'a value is missing'],
    ['{"a": 01}', 1, 7, 'a value is missing'],
    ['{"a": "x\n"}', 1, 7, 'not closed'],
    ['{"a": "\\x"}', 1, 7, 'wrong escape'],
    ['{} {}', 1, 4, 'after the end'],
    ['{"a": [1', 1, 9, 'ends before ]'],
  ])('%j: line %i, column %i', (text, line, column, message) => {
    expect(scanJson(text).error).toEqual({ line, column, message: expect.stringContaining(message) });
  });

  test('says what parsing would lose', () => {
    expect(scanJson('{"n": 9007199254740993,\n "a": 1, "a": 2}')).toEqual({
      error: undefined,
      losses: [
        {
          line: 1,
          column: 7,
          message: '9007199254740993 is sent as it is, and many programs read it as 9007199254740992',
        },
        {
          line: 2,
          column: 10,
          message: 'the key "a" occurs twice: both are sent, and most programs read only the last one',
        },
      ],
    });
  });

  test('property: it accepts exactly what JSON.parse accepts', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5e3',
      'true',
      'null',
      ' ',
      '\n',
      '"',
      '\\u00e9',
    );
    const soup = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.json()), (text) => {
        const parses = ((): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        expect(scanJson(text).error === undefined).toBe(parses);
      }),
      { numRuns: 500 },
    );
  });

  test('long and deep texts are no trouble', () => {
    expect(scanJson(`"${'a'.repeat(1_000_000)}"`).error).toBeUndefined();
    expect(scanJson('['.repeat(500_000)).error?.message).toContain('deeper');
  });
});

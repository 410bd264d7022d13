import { describe, expect, test } from 'vitest';
import { bytes, count, countdown, duration, group, millis, offset, roughly } from './format.ts';

describe('words for numbers', () => {
  test.each([
    [0, '+0.000'],
    [2009, '+2.009'],
    [-40, '-0.040'],
    [599_999, '+599.999'],
    [754_120, '+12:34.12'],
    [7_384_000, '+2:03:04'],
  ])('offset %d is %s', (ms, text) => expect(offset(ms)).toBe(text));

  test.each([
    [12.4, '12 ms'],
    [13_190, '13.1 s'],
    [252_000, '4 min 12 s'],
    [7_500_000, '2 h 5 min'],
    [-5, '0 ms'],
  ])('duration %d is %s', (ms, text) => expect(duration(ms)).toBe(text));

  test('countdowns round up, so that 0:00 means over', () => {
    expect(countdown(251_200)).toBe('4:12');
    expect(countdown(1)).toBe('0:01');
    expect(countdown(-1)).toBe('0:00');
    expect(countdown(3_852_000)).toBe('1:04:12');
  });

  test('small things', () => {
    expect(roughly(900_000)).toBe('15 min');
    expect(roughly(1000)).toBe('1 s');
    expect(roughly(61_500)).toBe('1 min 1 s');
    expect(millis(0.94)).toBe('0.9');
    expect(millis(4105)).toBe('4\u202f105');
    expect(group(9007199254740991)).toBe('9\u202f007\u202f199\u202f254\u202f740\u202f991');
    expect([bytes(512), bytes(1480), bytes(148_400), bytes(2_500_000)]).toEqual([
      '512 B',
      '1.5 kB',
      '148 kB',
      '2.5 MB',
    ]);
    expect([count(1, 'task'), count(2, 'task')]).toEqual(['1 task', '2 tasks']);
  });
});

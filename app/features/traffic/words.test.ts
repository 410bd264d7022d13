import { expect, test } from 'vitest';
import { readFilter } from '../../engine/derive/filter/read.ts';
import { FIELDS } from '../../engine/derive/filter/term.ts';
import { echo } from './echo.ts';
import { suggest } from './suggest.ts';

test.each([
  ['', ''],
  ['approve', 'Messages that contain “approve” (in bodies as written).'],
  [
    'status:working,failed -method:discover',
    'Messages that tell the task status “working” or “failed”, unless they have a method with “discover”.',
  ],
  ['-dir:in -is:quiet', 'All messages, unless they came on a stream or are polls without news.'],
  [
    'http:4xx,503 slower:1.5s',
    'Messages that were answered with HTTP 400 to 499 or were answered with HTTP 503 and took more than 1.5 s.',
  ],
  ['after:12.5 tool:work', 'Messages that came later than +12.500 s and belong to a call of “work”.'],
])('%j is said as %j', (text, said) => {
  expect(echo(readFilter(text))).toBe(said);
});

test('each field has words, and hidden characters in a filter are seen in them', () => {
  for (const { example } of FIELDS) expect(echo(readFilter(example))).toMatch(/^Messages that .*\.$/);
  expect(echo(readFilter('a\u202eb'))).toContain('\\u{202e}');
});

const values = (field: string): string[] => (field === 'tool' ? ['generate_report', 'plan_trip', 'a b'] : []);
const texts = (text: string, caret = text.length): string[] =>
  suggest(text, caret, values).items.map((item) => item.text);

test('fields are offered by their beginning, with the minus that was typed', () => {
  expect(texts('')).toHaveLength(FIELDS.length);
  expect(texts('working -st')).toEqual(['-status:']);
  expect(texts('zzz')).toEqual([]);
});

test('values are those of the wire and those of the protocol, best first', () => {
  expect(texts('tool:')).toEqual(['tool:generate_report', 'tool:plan_trip', 'tool:"a b"']);
  expect(texts('tool:p')).toEqual(['tool:plan_trip', 'tool:generate_report']);
  expect(texts('status:working,fa')).toEqual(['status:working,failed']);
  expect(texts('dir:in')).toEqual([]);
  expect(texts('"tool:')).toEqual([]);
});

test('property of a suggestion: it takes the place of the whole word that the caret is in', () => {
  const { from, to } = suggest('a stat:x b', 5, values);
  expect('a stat:x b'.slice(from, to)).toBe('stat:x');
});

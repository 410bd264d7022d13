import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printFilter } from './print.ts';
import { readFilter } from './read.ts';
import { type Condition, FIELDS, KINDS, type Term } from './term.ts';

const bare = ({ not, condition }: Pick<Term, 'not' | 'condition'>) => ({ not, condition });
const texts = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 3 });
const status = fc.integer({ min: 100, max: 999 });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }).map((text): Condition => ({ field: 'text', any: [text] })),
  fc
    .tuple(
      fc.constantFrom('task', 'tool', 'method', 'name', 'status', 'type', 'note', 'body', 'endpoint'),
      texts,
    )
    .map(([field, any]) => ({ field, any }) as Condition),
  fc
    .array(fc.oneof(fc.tuple(status, status), fc.constant([0, 0] as const)), { minLength: 1, maxLength: 3 })
    .map((ranges): Condition => ({ field: 'http', ranges })),
  fc
    .array(fc.integer({ min: -99_999, max: 99_999 }), { maxLength: 3 })
    .map((codes): Condition => ({ field: 'code', codes })),
  fc.constantFrom('in' as const, 'out' as const).map((dir): Condition => ({ field: 'dir', dir })),
  fc.constantFrom('current' as const, 'legacy' as const).map((era): Condition => ({ field: 'era', era })),
  fc.constantFrom(...KINDS).map((what): Condition => ({ field: 'is', what })),
  fc
    .tuple(fc.constantFrom('slower' as const, 'after' as const, 'before' as const), fc.nat(1_000_000_000))
    .map(([field, micros]): Condition => ({ field, ms: micros / 1000 })),
);
const terms = fc.array(fc.record({ not: fc.boolean(), condition }), { maxLength: 6 });

test('property: what is printed is read as the same filter', () => {
  fc.assert(
    fc.property(terms, (made) => {
      const read = readFilter(printFilter(made));
      expect(read.bad).toEqual([]);
      expect(read.terms.map(bare)).toEqual(made);
    }),
  );
});

test('property: any text is read; each character but white space belongs to one term, good or bad', () => {
  const parts = fc.constantFrom('-', '"', ':', ',', ' ', '\\', 'task', 'http', '4xx', 'a', '500ms', 'slower');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
      ),
      (text) => {
        const { terms: good, bad } = readFilter(text);
        const places = [...good, ...bad].sort((a, b) => a.from - b.from);
        let at = 0;
        for (const { from, to } of places) {
          expect(text.slice(at, from).trim()).toBe('');
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(text.slice(at).trim()).toBe('');
      },
    ),
  );
});

test.each([
  ['foo:bar', 0, 'There is no field “foo”'],
  ['tasks/get stat:working', 10, 'Did you mean status:?'],
  ['http://127.0.0.1', 0, 'in quotes|takes a status'],
  ['a http:okay', 2, 'takes a status such as 200'],
  ['slower:fast', 0, '500ms'],
  ['slower:1y', 0, '500ms'],
  ['code:oops', 0, '-32602'],
  ['dir:up', 0, '“in” or “out”'],
  ['era:1999', 0, 'legacy'],
  ['is:odd', 0, 'failed'],
  ['task:', 0, 'task:tsk_7f3a'],
  ['-', 0, 'left out'],
  ['a "b', 2, 'closing quote'],
  ['"a"b', 0, 'a space is missing'],
])('the bad term in %j is told with its place, and nothing is applied for it', (text, from, words) => {
  const { bad, terms: good } = readFilter(text);
  expect(bad).toHaveLength(1);
  expect(bad[0]?.from).toBe(from);
  expect(bad[0]?.message).toMatch(new RegExp(words));
  expect(good.length).toBe(text.split(' ').filter((word) => word !== '').length - 1);
});

test.each([
  ['tasks/get', { field: 'text', any: ['tasks/get'] }],
  ['TASK:a,"b c"', { field: 'task', any: ['a', 'b c'] }],
  [
    'http:4xx,503',
    {
      field: 'http',
      ranges: [
        [400, 499],
        [503, 503],
      ],
    },
  ],
  ['http:none', { field: 'http', ranges: [[0, 0]] }],
  ['code:-32602', { field: 'code', codes: [-32602] }],
  ['era:2025-11-25', { field: 'era', era: 'legacy' }],
  ['slower:500', { field: 'slower', ms: 500 }],
  ['slower:1.5s', { field: 'slower', ms: 1500 }],
  ['after:12.5', { field: 'after', ms: 12_500 }],
  ['after:+12:03.50', { field: 'after', ms: 723_500 }],
  ['after:+1:00:05', { field: 'after', ms: 3_605_000 }],
  ['{"a":1}', { field: 'text', any: ['{"a":1}'] }],
])('%j is read', (text, expected) => {
  expect(readFilter(text).terms.map(({ condition: read }) => read)).toEqual([expected]);
});

test('the example of each field is a good term of that field', () => {
  for (const { name, example } of FIELDS)
    expect(readFilter(example).terms[0]?.condition.field, example).toBe(name);
});

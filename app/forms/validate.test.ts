import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';
import { oddSubsetSchemas, valuesNear } from './arbitrary.suite.ts';
import { checkCopy } from './check-copy.ts';
import { cpuMs } from './cpu.suite.ts';
import { startDraft } from './draft.ts';
import { problemsOf } from './full-problems.ts';
import { pathText } from './path.ts';
import type { FieldProblem } from './problem.ts';
import { validateSync } from './validate.ts';
import { compile } from './validator.worker.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const lines = (problems: readonly FieldProblem[]): string[] =>
  problems.map(({ path, message }) => `${pathText(path)} ${message}`).sort();
const sync = (schema: JsonObject, value: JsonValue): string[] =>
  lines(validateSync(checkCopy(schema), value).problems);
const full = (schema: JsonObject, value: JsonValue): string[] =>
  lines(problemsOf(compile(schema)(value), value));

describe('in plain words, the same from both validators', () => {
  test.each<[JsonValue, JsonValue, string]>([
    [{ type: 'string', minLength: 3 }, 'ab', 'a must be at least 3 characters'],
    [{ type: 'string', minLength: 1 }, '', 'a must be at least 1 character'],
    [{ type: 'string', maxLength: 3 }, 'abcd', 'a must be at most 3 characters'],
    [{ type: 'string', maxLength: 1 }, '💡💡', 'a must be at most 1 character'],
    [{ type: 'number', minimum: 1 }, 0, 'a must be 1 or more'],
    [{ type: 'number', maximum: 9 }, 10, 'a must be 9 or less'],
    [{ type: 'number', exclusiveMinimum: 1 }, 1, 'a must be more than 1'],
    [{ type: 'number', multipleOf: 0.1 }, 0.25, 'a must be a multiple of 0.1'],
    [{ type: 'number' }, 'abc', 'a must be a number'],
    [{ type: 'integer' }, 1.5, 'a must be a whole number'],
    [{ type: 'boolean' }, 'yes', 'a must be yes or no'],
    [{ enum: ['s', 'm', 'l'] }, 'x', 'a must be s, m or l'],
    [{ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 3, 'a must be 1 or 2'],
    [{ type: 'array', minItems: 2 }, [1], 'a needs at least 2 items'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'a takes at most 1 item'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'a has the same item twice'],
    [{ type: 'array', items: { type: 'string' } }, ['a', 1], 'a[1] must be text'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['c'], 'a[0] must be a or b'],
    [object({ b: { type: 'string' } }, { required: ['b'] }), {}, 'a.b is required'],
    [object({}, { additionalProperties: false }), { x: 1 }, 'a.x is not allowed here'],
    [
      { anyOf: [{ type: 'string' }, object({ b: {} }, { required: ['b'] })] },
      5,
      'a fits none of the allowed shapes (anyOf)',
    ],
    [{ not: { type: 'string' } }, 'x', 'a has a shape that is not allowed (not)'],
  ])('%j, %j: %s', (property, value, expected) => {
    const schema = object({ a: property });
    expect(sync(schema, { a: value })).toEqual([expected]);
    expect(full(schema, { a: value })).toEqual([expected]);
  });

  test.each<[JsonObject, string, string]>([
    [{ format: 'email' }, 'nope', 'a must be an e-mail address, like name@example.com'],
    [{ format: 'uri' }, 'example', 'a must be a URI with its scheme, like https://example.com/a'],
    [{ format: 'date' }, '2026-02-30', 'a must be a date, like 2026-07-28'],
    [
      { format: 'date-time' },
      '2026-07-28T09:30',
      'a must be a date and time with a zone, like 2026-07-28T09:30:00Z',
    ],
    [{ pattern: '^\\d{5}$' }, 'x', 'a must match the pattern ^\\d{5}$'],
    [{ pattern: '^[\\w\\-]+$' }, '!', 'a must match the pattern ^[\\w\\-]+$'],
  ])('only the worker knows %j', (keyword, value, expected) => {
    const schema = object({ a: { type: 'string', ...keyword } });
    expect(sync(schema, { a: value })).toEqual([]);
    expect(checkCopy(schema).partial).toBe(true);
    expect(full(schema, { a: value })).toEqual([expected]);
  });

  test('errors follow a $ref to its schema', () => {
    const schema = object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: { type: 'number', maximum: 3 } } });
    expect(sync(schema, { a: 4 })).toEqual(['a must be 3 or less']);
  });

  test('names with slashes, tildes and spaces are found again', () => {
    const schema = object({ 'a/b ~c%': { type: 'string' } });
    expect(validateSync(checkCopy(schema), { 'a/b ~c%': 1 }).problems[0]?.path).toEqual(['a/b ~c%']);
    expect(problemsOf(compile(schema)({ 'a/b ~c%': 1 }), { 'a/b ~c%': 1 })[0]?.path).toEqual(['a/b ~c%']);
  });

  test('a property may be called $ref', () => {
    const schema = object({ $ref: { type: 'array', minItems: 1 } });
    expect(sync(schema, { $ref: [] })).toEqual(['$ref needs at least 1 item']);
  });

  test('two schemas with the same $id are two schemas', () => {
    const of = (type: string): JsonObject => ({ $id: 'https://example.com/s', ...object({ a: { type } }) });
    expect(full(of('string'), { a: 1 })).toEqual(['a must be text']);
    expect(full(of('number'), { a: 1 })).toEqual([]);
  });

  test('old dialects and malformed keywords do not make it throw', () => {
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ a: { type: 'string' } }) };
    expect(full(old, { a: 1 })).toEqual(['a must be text']);
    expect(sync({ type: 'object', required: true, properties: null, minLength: 'x' }, {})).toEqual([]);
  });
});

describe('the synchronous check', () => {
  test('attack 13: it never runs a pattern', () => {
    const schema = object(
      { a: { type: 'string', pattern: '^(a+)+$' } },
      { patternProperties: { '^(b+)+$': {} } },
    );
    const value = { a: `${'a'.repeat(40)}!`, [`${'b'.repeat(40)}!`]: 1 };
    expect(sync(schema, value)).toEqual([]);
    expect(cpuMs(() => sync(schema, value))).toBeLessThan(50);
  });

  test('what it leaves out never makes it stricter', () => {
    const word = { type: 'string', pattern: '^a' };
    const schema = object({ a: { not: word }, b: { oneOf: [word, { type: 'string', format: 'date' }] } });
    expect(sync(schema, { a: 'x', b: 'abc' })).toEqual([]);
    expect(
      sync(object({}, { patternProperties: { '^x': {} }, additionalProperties: false }), { xy: 1 }),
    ).toEqual([]);
  });

  test('an answer that is too large is refused, not checked', () => {
    const value = { a: Array.from({ length: 6_000 }, () => 1) };
    expect(validateSync(checkCopy(object({})), value).refused).toContain('too large');
  });

  const cases = oddSubsetSchemas.chain((schema) =>
    fc.tuple(fc.constant(schema), fc.oneof(fc.constant(startDraft(schema).data), valuesNear(schema))),
  );

  test('property: it says the same as Ajv, formats aside; what both let through is valid', () => {
    fc.assert(
      fc.property(cases, ([schema, value]) => {
        const copy = checkCopy(schema);
        const { problems, refused } = validateSync(copy, value);
        const raw = compile(schema)(value);
        const all = lines(problemsOf(raw, value));
        expect(refused).toBeUndefined();
        if (copy.partial) expect(all).toEqual(expect.arrayContaining(lines(problems)));
        else expect(lines(problems)).toEqual(all);
        expect(problems.length + all.length === 0).toBe(raw.length === 0);
      }),
      { numRuns: 60 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import type { JsonObject } from './json.ts';
import { annotationProblem } from './param-annotations.ts';

const schema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const on = (type: string | string[], name: string | number = 'Region'): JsonObject => ({
  type,
  'x-mcp-header': name,
});

describe('x-mcp-header annotations that are valid', () => {
  test.each([
    ['no annotation', schema({ a: { type: 'string' } })],
    ['one of each type', schema({ a: on('string', 'A'), b: on('integer', 'B'), c: on('boolean', 'C') })],
    ['nested in properties', schema({ a: schema({ b: on('string') }) })],
    ['a parameter that may be null', schema({ a: on(['string', 'null']) })],
    ['all characters of a token', schema({ a: on('string', "!#$%&'*+-.^_`|~09azAZ") })],
    ['a parameter of that very name', schema({ 'x-mcp-header': { type: 'string' } })],
    ['a value that only looks like one', schema({ a: { type: 'object', default: on('object') } })],
  ])('%s', (_name, valid) => expect(annotationProblem(valid)).toBeUndefined());
});

describe('x-mcp-header annotations that exclude the tool, each with its reason', () => {
  test.each([
    ['empty', schema({ a: on('string', '') }), 'at a is empty'],
    ['no string', schema({ a: on('string', 5) }), 'is no string'],
    ['a space', schema({ a: on('string', 'My Region') }), 'cannot be part of a header'],
    ['a colon', schema({ a: on('string', 'a:b') }), 'cannot be part of a header'],
    ['a line feed', schema({ a: on('string', 'a\n') }), 'cannot be part of a header'],
    ['not ASCII', schema({ a: on('string', 'Région') }), 'cannot be part of a header'],
    ['on a number', schema({ a: on('number') }), 'of type "number"'],
    ['on an object', schema({ a: on('object') }), 'of type "object"'],
    ['on null alone', schema({ a: on(['null']) }), 'of type ["null"]'],
    ['on no type', schema({ a: { 'x-mcp-header': 'A' } }), 'of type unknown'],
    ['twice', schema({ a: on('string'), b: on('string') }), '"Region" stands at a and at b'],
    [
      'twice in another case',
      schema({ a: on('string'), b: schema({ c: on('string', 'REGION') }) }),
      'at a and at b.c',
    ],
    ['in items', schema({ a: { type: 'array', items: on('string') } }), 'at a.items is not reached'],
    ['in anyOf', schema({}, { anyOf: [schema({ a: on('string') })] }), 'at anyOf.a is not reached'],
    ['in $defs', schema({}, { $defs: { d: on('string') } }), 'at $defs.d is not reached'],
    ['at the root', schema({}, { 'x-mcp-header': 'A' }), 'the schema itself is on no parameter'],
  ])('%s', (_name, invalid, reason) => expect(annotationProblem(invalid)).toContain(reason));

  test('a schema of 100,000 levels is walked without an overflow', () => {
    let deep: JsonObject = on('number');
    for (let i = 0; i < 100_000; i += 1) deep = { items: deep };
    expect(annotationProblem(deep)).toContain('is not reached');
  });
});

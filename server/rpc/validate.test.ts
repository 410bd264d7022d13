import { expect, test } from 'vitest';
import { answerMisfit, misfit } from './validate.ts';

const SCHEMA = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 1 }, e: { enum: ['a', 'b'] } },
  required: ['n'],
  additionalProperties: false,
};

test('a misfit says where it is; what fits says nothing', () => {
  expect(misfit(SCHEMA, { n: 1, e: 'b' })).toBeUndefined();
  expect(misfit(SCHEMA, { n: 0 })).toContain('#/n');
  for (const wrong of [{}, { n: '1' }, { n: 1, e: 'c' }, { n: 1, x: 1 }, [], null])
    expect(misfit(SCHEMA, wrong)).toBeDefined();
});

test('R25: the first property that a closed schema does not name is told by name, and the others are not looked at', () => {
  expect(misfit(SCHEMA, { n: 1, x: 1 })).toBe('#: there is no property "x"; known are: n, e');
  expect(misfit(SCHEMA, JSON.parse('{"__proto__":{"n":1}}'))).toContain('"__proto__"');
  const read: string[] = [];
  const strays = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`x${i}`, 0]));
  const watched = new Proxy(strays, {
    get: (of, name) => {
      read.push(String(name));
      return Reflect.get(of, name);
    },
  });
  expect(misfit(SCHEMA, watched)).toContain('"x0"');
  expect(read).toEqual([]);
});

test('the schema is left as it was, so that tools/list stays the same and a stored one may be frozen', () => {
  const schema = Object.freeze({
    type: 'object',
    properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
  });
  const before = JSON.stringify(schema);
  expect(misfit(schema, { a: 1 })).toBeDefined();
  expect(JSON.stringify(schema)).toBe(before);
});

test('R46: content is judged where the person accepted, and only there', () => {
  const request = { method: 'elicitation/create', params: { mode: 'form', requestedSchema: SCHEMA } };
  expect(answerMisfit(request, { action: 'accept', content: { n: 1 } })).toBeUndefined();
  expect(answerMisfit(request, { action: 'accept' })).toBeDefined();
  expect(answerMisfit(request, { action: 'accept', content: { n: 0 } })).toBeDefined();
  expect(answerMisfit(request, { action: 'decline' })).toBeUndefined();
  expect(answerMisfit(request, { action: 'decline', content: { n: 0 } })).toBeUndefined();
  for (const wrong of [null, 1, [], {}, { action: 'yes' }])
    expect(answerMisfit(request, wrong)).toBeDefined();
});

test('an answer to a request that is no form only has to be an object', () => {
  expect(answerMisfit({ method: 'roots/list', params: {} }, { roots: [] })).toBeUndefined();
  expect(answerMisfit({ method: 'roots/list', params: {} }, [])).toBeDefined();
});

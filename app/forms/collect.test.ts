import { expect, test } from 'vitest';
import type { JsonObject } from '../../server/protocol/json.ts';
import { collect } from './collect.ts';
import type { RootPlan } from './plan.ts';
import { prepare } from './prepare.ts';

function planFor(properties: JsonObject, required: readonly string[] = []): RootPlan {
  const { plan } = prepare({ type: 'object', properties, required });
  if (!plan) throw new Error('no plan');
  return plan;
}

const group = { type: 'object', properties: { city: { type: 'string' } } };
const list = { type: 'array', items: { type: 'string' } };

test('a cleared field is left out', () => {
  const plan = planFor({ a: { type: 'string' }, b: { type: 'string' } });
  expect(collect(plan, { a: undefined, b: 'x' }, { a: 'y' })).toEqual({ b: 'x' });
});

test('fields go out in the order of the schema, whatever order they were filled in', () => {
  const plan = planFor({ a: { type: 'string' }, b: { type: 'string' } });
  expect(JSON.stringify(collect(plan, { more: 1, b: 'x', a: 'y' }, {}))).toBe('{"a":"y","b":"x","more":1}');
});

test('an optional group goes with its last field; a required one stays', () => {
  const before = { home: { city: 'Bern' } };
  const edited = { home: { city: undefined } };
  expect(collect(planFor({ home: group }), edited, before)).toEqual({});
  expect(collect(planFor({ home: group }, ['home']), edited, before)).toEqual({ home: {} });
});

test('an optional list goes with its last row; a required one stays', () => {
  expect(collect(planFor({ tags: list }), { tags: [] }, { tags: ['a'] })).toEqual({});
  expect(collect(planFor({ tags: list }, ['tags']), { tags: [] }, { tags: ['a'] })).toEqual({ tags: [] });
});

test('what was empty all along was written by someone, and stays', () => {
  const plan = planFor({ home: group, tags: list, n: { type: 'integer' } });
  const before = { home: {}, tags: [] };
  expect(collect(plan, { home: {}, tags: [], n: 1 }, before)).toEqual({ home: {}, tags: [], n: 1 });
});

test('values that the form has no field for are kept', () => {
  const plan = planFor({ a: { type: 'string' }, b: {} });
  const edited = { a: 'x', b: { deep: [{}, [], null] }, more: { even: {} } };
  expect(collect(plan, edited, {})).toEqual(edited);
});

test('a cleared row stays a row', () => {
  expect(collect(planFor({ tags: list }), { tags: ['a', undefined] }, { tags: ['a', 'b'] })).toEqual({
    tags: ['a', ''],
  });
});

test('nothing at all is an empty object', () => {
  expect(collect(planFor({ a: group }), undefined, {})).toEqual({});
});

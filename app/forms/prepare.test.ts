import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';
import { subsetSchemas } from './arbitrary.suite.ts';
import { cpuMs } from './cpu.suite.ts';
import { startDraft } from './draft.ts';
import { MAX_FIELDS } from './limits.ts';
import type { FieldPlan } from './plan.ts';
import { prepare } from './prepare.ts';
import { validateSync } from './validate.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

function leafOf(property: JsonObject, more: JsonObject = {}): FieldPlan | undefined {
  return prepare(object({ a: property }, more)).plan?.fields[0]?.plan;
}

describe('what is drawn', () => {
  test.each([
    [{ type: 'string' }, { kind: 'text', format: undefined, long: false }],
    [
      { type: 'string', format: 'email' },
      { kind: 'text', format: 'email', long: false },
    ],
    [
      { type: 'string', maxLength: 500 },
      { kind: 'text', format: undefined, long: true },
    ],
    [{ type: 'number' }, { kind: 'number', integer: false }],
    [{ type: 'integer' }, { kind: 'number', integer: true }],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [
      { enum: ['s'], enumNames: ['Small'] },
      { kind: 'choice', choices: [{ value: 's', label: 'Small' }] },
    ],
    [
      { oneOf: [{ const: 1, title: 'One', description: 'the first' }, { const: 2 }] },
      {
        kind: 'choice',
        choices: [
          { value: 1, label: 'One', description: 'the first' },
          { value: 2, label: '2' },
        ],
      },
    ],
    [{ const: 'x' }, { kind: 'choice', choices: [{ value: 'x', label: 'x' }] }],
    [{ type: ['string', 'null'] }, { kind: 'text', format: undefined, long: false }],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, { kind: 'number', integer: true }],
  ])('%j', (property, leaf) => {
    expect(leafOf(property as JsonObject)).toMatchObject({ shape: 'leaf', leaf });
  });

  test('a multi-select needs no uniqueItems to be one', () => {
    const items = {
      anyOf: [
        { const: 'a', title: 'Alpha' },
        { const: 'b', title: 'Beta' },
      ],
    };
    expect(leafOf({ type: 'array', items })).toMatchObject({ leaf: { kind: 'choices' } });
  });

  test.each([
    [{}, 'no type'],
    [true, 'says nothing'],
    [{ type: ['string', 'number'] }, 'several types'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'anyOf'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'not listed'],
    [{ type: 'array', prefixItems: [{ type: 'string' }] }, 'list'],
  ])('%j is edited as JSON, and says why', (property, why) => {
    const prepared = prepare(object({ a: property as JsonValue }));
    expect(prepared.plan?.fields[0]?.plan).toMatchObject({
      leaf: { kind: 'json', why: expect.stringContaining(why) },
    });
    expect(prepared.remarks).toContainEqual({ where: '/properties/a', text: expect.stringContaining(why) });
  });

  test('groups and lists nest, and $refs are followed', () => {
    const schema = object(
      {
        home: { $ref: '#/$defs/address', title: 'Home' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      { $defs: { address: object({ street: { type: 'string' } }, { title: 'Address' }) } },
    );
    expect(prepare(schema).plan?.fields).toMatchObject([
      { name: 'home', plan: { shape: 'group', title: 'Home', fields: [{ name: 'street' }] } },
      { name: 'tags', plan: { shape: 'list', item: { leaf: { kind: 'text' } }, first: '' } },
    ]);
  });
});

describe('remarks', () => {
  const schema = object(
    { a: { type: 'string', pattern: '^a' }, b: object({}) },
    { additionalProperties: false },
  );

  test('a question says where it leaves the subset', () => {
    expect(prepare(schema, 'question').remarks.map(({ where, text }) => `${where} ${text}`)).toEqual(
      expect.arrayContaining([
        ' uses the keyword additionalProperties, outside the subset allowed for elicitation',
        '/properties/a uses the keyword pattern, outside the subset allowed for elicitation',
        '/properties/b uses the type "object", outside the subset allowed for elicitation',
      ]),
    );
  });

  test('arguments may be anything', () => {
    expect(prepare(schema, 'arguments').remarks.filter(({ text }) => text.includes('subset'))).toEqual([]);
  });

  test('property: a schema of the subset has no remarks and is drawn whole', () => {
    fc.assert(
      fc.property(subsetSchemas, (subset) => {
        const prepared = prepare(subset, 'question');
        expect(prepared.refused).toBeUndefined();
        expect(prepared.remarks).toEqual([]);
        expect(
          prepared.plan?.fields.every(({ plan }) => plan.shape === 'leaf' && plan.leaf.kind !== 'json'),
        ).toBe(true);
      }),
    );
  });
});

/** A chain of `levels` objects, without recursion. */
function deep(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let i = 0; i < levels; i += 1) schema = object({ a: schema });
  return schema;
}

/** Doubles at every step: 2^`steps` evaluations if someone follows it. */
function doubling(steps: number): JsonObject {
  const defs: [string, JsonValue][] = [['s0', { type: 'string' }]];
  for (let i = 1; i <= steps; i += 1) {
    const ref = { $ref: `#/$defs/s${i - 1}` };
    defs.push([`s${i}`, { anyOf: [ref, ref] }]);
  }
  return object({ a: { $ref: `#/$defs/s${steps}` } }, { $defs: Object.fromEntries(defs) });
}

describe('attack 14: refused with a reason, at once, and nothing thrown', () => {
  const remote = 'https://example.com/schema.json';
  test.each([
    ['a remote $ref', object({ a: { $ref: remote } }), 'never fetched'],
    ['a remote $ref in a branch', object({ a: { not: { $ref: remote } } }), 'never fetched'],
    ['a $ref to a file', object({ a: { $ref: 'file:///etc/passwd' } }), 'never fetched'],
    [
      '2^18 anyOf',
      object({ a: { anyOf: Array.from({ length: 2 ** 18 }, () => ({ type: 'string' })) } }),
      'values',
    ],
    [
      '500 anyOf',
      object({ a: { anyOf: Array.from({ length: 500 }, () => ({ type: 'string' })) } }),
      'branches',
    ],
    ['20,000 deep', deep(20_000), 'deeper than'],
    ['5 MB', object({ a: { type: 'string', description: 'x'.repeat(5_000_000) } }), 'characters'],
    [
      'a $ref to itself',
      object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/a' } } }),
      'without end',
    ],
    ['a $ref to nothing', object({ a: { $ref: '#/$defs/none' } }), 'not in the schema'],
    [
      'too many fields',
      object(Object.fromEntries(Array.from({ length: MAX_FIELDS }, (_, i) => [`f${i}`, {}]))),
      'fields',
    ],
    ['an array for a schema', { type: 'array', items: {} }, 'named properties'],
    [
      'a __proto__ property',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      '__proto__',
    ],
  ])('%s', (_name, schema, reason) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    expect(cpuMs(() => startDraft(schema))).toBeLessThan(200);
    expect(cpuMs(() => prepare(schema, 'question'))).toBeLessThan(200);
    const prepared = prepare(schema, 'question');
    expect(startDraft(schema).data).toEqual({});
    expect(prepared.plan).toBeUndefined();
    expect(prepared.refused).toContain(reason);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('recursive $defs are drawn to a depth, then edited as JSON', () => {
    const node = object({ label: { type: 'string' }, child: { $ref: '#/$defs/node' } });
    const prepared = prepare(object({ tree: { $ref: '#/$defs/node' } }, { $defs: { node } }));
    expect(prepared.refused).toBeUndefined();
    expect(prepared.remarks).toMatchObject([{ text: 'edited as JSON: it contains itself' }]);
  });

  test('recursion that widens is refused', () => {
    const node = object(
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`c${i}`, { $ref: '#/$defs/node' }])),
    );
    expect(prepare(object({ tree: { $ref: '#/$defs/node' } }, { $defs: { node } })).refused).toContain(
      'fields',
    );
  });

  test('branches that double are not followed to the end', () => {
    const { check, refused } = prepare(doubling(40));
    expect(refused).toBeUndefined();
    const run = () => check && validateSync(check, { a: 5 });
    expect(run()).toEqual({ problems: [], refused: expect.stringContaining('branches') });
    expect(cpuMs(run)).toBeLessThan(500);
  });

  test('a schema that applies itself to the same value is not followed to the end', () => {
    const { check } = prepare(object({ a: { type: 'string' } }, { allOf: [{ $ref: '#' }] }));
    expect(check && validateSync(check, { a: 'x' }).refused).toBeDefined();
  });

  test('property: no JSON makes it throw', () => {
    const json = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<JsonValue>;
    const keywords = fc.dictionary(
      fc.constantFrom(
        'type',
        'properties',
        'required',
        'items',
        'enum',
        'oneOf',
        'allOf',
        '$ref',
        '$defs',
        'const',
        'not',
      ),
      json,
    ) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(keywords, json, (schema, value) => {
        const prepared = prepare(schema, 'question');
        startDraft(schema);
        if (prepared.check) validateSync(prepared.check, value);
      }),
    );
  });
});

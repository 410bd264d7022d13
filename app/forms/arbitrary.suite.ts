import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';

/** Names that go wrong easily: spaces, separators, rjsf's own words, JSON Schema's own. */
const odd = fc.constantFrom(
  'name',
  'a b',
  'a/b',
  'a.b',
  'items',
  'ui:field',
  'classNames',
  '$ref',
  'format',
  '0',
  'é',
);
const names = fc.oneof(
  odd,
  fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !(name in Object.prototype)),
);
/** And members of Object, which the form refuses to draw; the validators get all right but __proto__, which Ajv passes over. */
const anyNames = fc.oneof(names, fc.constantFrom('toString', 'constructor', 'hasOwnProperty'));
const text = fc.string({ maxLength: 12 });
const small = fc.integer({ min: 0, max: 8 });
const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** Drops the keys that are undefined: `{title: undefined}` is not JSON. */
const compact = (value: { readonly [key: string]: unknown }): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as JsonObject;

const base = { title: maybe(text), description: maybe(text) };
const record = <T extends { [key: string]: fc.Arbitrary<unknown> }>(fields: T): fc.Arbitrary<JsonObject> =>
  fc.record(fields).map(compact);

const strings = record({
  type: fc.constant('string'),
  ...base,
  minLength: maybe(small),
  maxLength: maybe(small),
  format: maybe(fc.constantFrom('email', 'uri', 'date', 'date-time')),
  default: maybe(text),
});
const numbers = record({
  type: fc.constantFrom('number', 'integer'),
  ...base,
  minimum: maybe(fc.integer({ min: -5, max: 5 })),
  maximum: maybe(fc.integer({ min: 0, max: 9 })),
  default: maybe(fc.integer({ min: -9, max: 9 })),
});
const booleans = record({ type: fc.constant('boolean'), ...base, default: maybe(fc.boolean()) });
const enums = words.chain((values) =>
  record({
    type: fc.constant('string'),
    ...base,
    enum: fc.constant(values),
    enumNames: maybe(fc.constant(values.map((value) => `the ${value}`))),
    default: maybe(fc.constantFrom(...values)),
  }),
);
const titled = words.chain((values) =>
  record({
    type: fc.constant('string'),
    ...base,
    oneOf: fc.constant(values.map((value) => ({ const: value, title: `the ${value}` }))),
    default: maybe(fc.constantFrom(...values)),
  }),
);
const multi = fc.tuple(words, fc.boolean()).chain(([values, withTitles]) =>
  record({
    type: fc.constant('array'),
    ...base,
    minItems: maybe(fc.integer({ min: 0, max: 3 })),
    maxItems: maybe(fc.integer({ min: 0, max: 3 })),
    items: fc.constant(
      withTitles
        ? { anyOf: values.map((value) => ({ const: value, title: value })) }
        : { type: 'string', enum: values },
    ),
    default: maybe(fc.subarray(values)),
  }),
);

const schemasWith = (name: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc
    .uniqueArray(fc.tuple(name, fc.oneof(strings, numbers, booleans, enums, titled, multi)), {
      minLength: 1,
      maxLength: 5,
      selector: ([key]) => key,
    })
    .chain((properties) =>
      fc
        .subarray(properties.map(([key]) => key))
        .map((required) => ({ type: 'object', properties: Object.fromEntries(properties), required })),
    );

/** Any schema of the subset that the specification allows for elicitation. */
export const subsetSchemas = schemasWith(names);
/** The same, with names that no form can draw. */
export const oddSubsetSchemas = schemasWith(anyNames);

/** A value somewhere near a schema of the subset: each property absent, plausible, or of any kind. */
export function valuesNear(schema: JsonObject): fc.Arbitrary<JsonObject> {
  const properties = Object.entries((schema.properties ?? {}) as JsonObject);
  return fc
    .tuple(
      ...properties.map(([name, property]) =>
        fc.tuple(fc.constant(name), maybe(near(property as JsonObject))),
      ),
    )
    .map((entries) => compact(Object.fromEntries(entries)));
}

function near(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const oneOf = (schema.oneOf ?? []) as readonly JsonObject[];
  const choices = [
    ...((schema.enum ?? []) as readonly JsonValue[]),
    ...oneOf.map((member) => member.const ?? null),
  ];
  const plausible: fc.Arbitrary<JsonValue>[] = [
    fc.string({ maxLength: 9 }),
    fc.constantFrom('a@b.co', 'https://example.com', '2026-07-28', '2026-07-28T09:30:00Z', ''),
    fc.integer({ min: -9, max: 12 }),
    fc.double({ min: -9, max: 9, noNaN: true }),
    fc.boolean(),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
  ];
  return choices.length > 0 ? fc.oneof(fc.constantFrom(...choices), ...plausible) : fc.oneof(...plausible);
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../server/protocol/json.ts';
import { subsetSchemas } from './arbitrary.suite.ts';
import { type FormDraft, isUntouched, outgoing, startDraft, textOf, withData, withText } from './draft.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    seats: { type: 'integer', default: 50 },
    color: { oneOf: [{ const: 'red', title: 'Red' }] },
    home: {
      type: 'object',
      properties: { city: { type: 'string', default: 'Bern' }, zip: { type: 'string' } },
    },
    work: { type: 'object', properties: { city: { type: 'string' } } },
    must: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string', default: 'x' }, minItems: 2 },
  },
  required: ['approved', 'color', 'must', 'tags'],
};

describe('an untouched form', () => {
  test('holds declared defaults and required groups, nothing else', () => {
    expect(startDraft(schema)).toEqual({
      data: { seats: 50, home: { city: 'Bern' }, must: {} },
      mode: 'form',
    });
  });

  test('a default that does not fit is kept: it is shown, and refused on sending', () => {
    expect(startDraft({ properties: { a: { type: 'integer', default: 'many' } } }).data).toEqual({
      a: 'many',
    });
  });

  test('property: for the elicitation subset, exactly the declared defaults', () => {
    fc.assert(
      fc.property(subsetSchemas, (subset) => {
        const properties = Object.entries(subset.properties as JsonObject) as [string, JsonObject][];
        const declared = properties.filter(([, property]) => property.default !== undefined);
        expect(startDraft(subset).data).toEqual(
          Object.fromEntries(declared.map(([name, property]) => [name, property.default])),
        );
        expect(isUntouched(startDraft(subset), subset)).toBe(true);
      }),
    );
  });
});

describe('the JSON editor', () => {
  const start: FormDraft = { data: { a: 1 }, mode: 'json' };

  test('edits the same value', () => {
    const edited = withText(start, '{"a": 2, "b": [1.0]}');
    expect(outgoing(edited)).toEqual({ ok: true, value: { a: 2, b: [1] } });
    expect(textOf(edited)).toBe('{"a": 2, "b": [1.0]}');
    expect(edited.data).toEqual({ a: 2, b: [1] });
  });

  test('bad text is kept and cannot be sent; the last good value is kept as well', () => {
    const edited = withText(start, '{"a": 2,');
    expect(edited).toEqual({ data: { a: 1 }, mode: 'json', text: '{"a": 2,' });
    expect(outgoing(edited)).toEqual({ ok: false, reason: expect.stringContaining('line 1, column 9') });
  });

  test.each(['[1]', '"text"', 'null'])('%s is no answer', (text) => {
    expect(outgoing(withText(start, text))).toEqual({ ok: false, reason: expect.stringContaining('object') });
  });

  test('a million levels, or more than a megabyte, are refused', () => {
    expect(outgoing(withText(start, '['.repeat(1_000_000))).ok).toBe(false);
    expect(outgoing(withText(start, `{"a":"${'x'.repeat(1_100_000)}"}`)).ok).toBe(false);
  });

  test('the text goes when a field is edited', () => {
    expect(withData(withText(start, '{"a":  2}'), { a: 3 })).toEqual({ data: { a: 3 }, mode: 'json' });
  });

  test('property: what it shows, read back, is the value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const data = JSON.parse(JSON.stringify(value)) as JsonObject;
        expect(withText(start, textOf({ data, mode: 'json' })).data).toEqual(data);
      }),
    );
  });
});

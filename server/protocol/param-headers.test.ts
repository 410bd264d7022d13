import { describe, expect, test } from 'vitest';
import { compareParamHeaders, deriveParamHeaders, mirroredParams } from './param-headers.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    plain: { type: 'string' },
    where: {
      type: 'object',
      properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } },
    },
    list: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Never' } },
  },
  oneOf: [{ properties: { other: { type: 'string', 'x-mcp-header': 'Never-2' } } }],
};

const verdicts = (pairs: readonly (readonly [string, string])[], args: never) =>
  Object.fromEntries(
    compareParamHeaders(pairs, SCHEMA, args).map(({ header, verdict }) => [header, verdict]),
  );

describe('mirrored parameters (Streamable HTTP, "Custom Headers from Tool Parameters")', () => {
  test('are found along properties alone', () => {
    expect(mirroredParams(SCHEMA)).toEqual([
      { header: 'Mcp-Param-Region', path: ['region'] },
      { header: 'Mcp-Param-Limit', path: ['limit'] },
      { header: 'Mcp-Param-Dry-Run', path: ['where', 'dry'] },
    ]);
    expect(mirroredParams({})).toEqual([]);
  });

  test('become headers by type; null, absent and wrong values have none', () => {
    expect(deriveParamHeaders(SCHEMA, { region: 'Hello, 世界', limit: -7, where: { dry: false } })).toEqual([
      ['Mcp-Param-Region', '=?base64?SGVsbG8sIOS4lueVjA==?='],
      ['Mcp-Param-Limit', '-7'],
      ['Mcp-Param-Dry-Run', 'false'],
    ]);
    expect(deriveParamHeaders(SCHEMA, { region: null, limit: {}, where: 5 })).toEqual([]);
    expect(deriveParamHeaders(SCHEMA, undefined)).toEqual([]);
  });

  test('agree with what was derived, in any case of the name', () => {
    const args = { region: ' padded ', limit: 42, where: { dry: true } };
    const pairs = deriveParamHeaders(SCHEMA, args).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    expect(new Set(Object.values(verdicts(pairs, args as never)))).toEqual(new Set(['agrees']));
  });

  test('integers are compared as numbers, the rest to the letter', () => {
    const check = (header: string, value: string, args: unknown) =>
      verdicts([[header, value]], args as never)[header];
    expect(check('Mcp-Param-Region', 'EU', { region: 'eu' })).toBe('differs');
    expect(check('Mcp-Param-Region', '=?base64?ZXU?=', { region: 'eu' })).toBe('malformed');
    expect(check('Mcp-Param-Region', 'é', { region: 'é' })).toBe('malformed');
    expect(check('Mcp-Param-Region', '=?BASE64?ZXU=?=', { region: 'eu' })).toBe('differs');
  });

  test.each([
    ['42', 42, 'agrees'],
    ['42.0', 42, 'agrees'],
    ['4.2e1', 42, 'agrees'],
    ['1e3', 1000, 'agrees'],
    ['1E+3', 1000, 'agrees'],
    ['-7', -7, 'agrees'],
    ['-0', 0, 'agrees'],
    [' 42\t', 42, 'agrees'],
    // "42.0" and " 42 " in base64: what is inside the sentinel is taken to the letter.
    ['=?base64?NDIuMA==?=', 42, 'agrees'],
    ['=?base64?IDQyIA==?=', 42, 'differs'],
    ['43', 42, 'differs'],
    ['', 0, 'differs'],
    ['0x10', 16, 'differs'],
    ['0b11', 3, 'differs'],
    ['0o17', 15, 'differs'],
    ['+1', 1, 'differs'],
    ['01', 1, 'differs'],
    ['1.', 1, 'differs'],
    ['.0', 0, 'differs'],
    ['1_000', 1000, 'differs'],
    ['1,000', 1000, 'differs'],
    ['1, 1', 1, 'differs'],
    ['Infinity', Number.MAX_SAFE_INTEGER, 'differs'],
    ['1e999', Number.MAX_SAFE_INTEGER, 'differs'],
    ['NaN', 0, 'differs'],
    ['null', 0, 'differs'],
    ['true', 1, 'differs'],
    ['٤٢', 42, 'malformed'],
    ['9007199254740991', 9007199254740991, 'agrees'],
    // Beyond the safe range both of these are one double.
    ['9007199254740993', 9007199254740992, 'differs'],
    ['42.0', '42', 'differs'],
    ['1', true, 'differs'],
    ['TRUE', true, 'differs'],
  ])('the header %j tells the argument %j: %s', (header, limit, verdict) => {
    expect(verdicts([['Mcp-Param-Limit', header]], { limit } as never)['Mcp-Param-Limit']).toBe(verdict);
  });

  test('a value without its header is missing; a header without its value differs', () => {
    expect(verdicts([], { region: 'eu', limit: null } as never)).toEqual({ 'Mcp-Param-Region': 'missing' });
    expect(verdicts([['Mcp-Param-Region', 'eu']], {} as never)).toEqual({ 'Mcp-Param-Region': 'differs' });
  });
});

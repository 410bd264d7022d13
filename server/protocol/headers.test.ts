import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  base64,
  compareHeaders,
  decodeHeaderValue,
  deriveHeaders,
  encodeHeaderValue,
  fromUtf8,
  type HeaderPair,
  headerValue,
  nameValue,
  unbase64,
  utf8,
} from './headers.ts';
import { META } from './meta.ts';

const bytes = fc.uint8Array({ maxLength: 64 });
/** Strings without lone surrogates, as JSON over UTF-8 carries them. */
const text = fc.string({ unit: 'binary', maxLength: 40 });
const params = (more: object) => ({ ...more, _meta: { [META.protocolVersion]: '2026-07-28' } });

describe('base64 and UTF-8', () => {
  test('base64 agrees with the platform and comes back', () => {
    fc.assert(
      fc.property(bytes, (b) => {
        expect(base64(b)).toBe(Buffer.from(b).toString('base64'));
        expect(unbase64(base64(b))).toEqual(b);
      }),
    );
  });

  test('only strict base64 is read: alphabet, length, padding and unused bits', () => {
    for (const wrong of [
      'a',
      'ab',
      'abc',
      'ab=c',
      'a===',
      '====',
      'ab-_',
      'YQ=',
      'YQ',
      'YR==',
      'YWJ=',
      'YQ==\n',
      ' YQ==',
    ])
      expect(unbase64(wrong), wrong).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (s) => {
        const read = unbase64(s);
        if (read !== undefined) expect(base64(read)).toBe(s);
      }),
    );
  });

  test('UTF-8 agrees with the platform in both directions', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((c) => String.fromCharCode(c)) }), (s) => {
        expect(utf8(s)).toEqual(new TextEncoder().encode(s));
      }),
    );
    fc.assert(
      fc.property(bytes, (b) => {
        let expected: string | undefined;
        try {
          expected = strict.decode(b);
        } catch {
          expected = undefined;
        }
        expect(fromUtf8(b)).toBe(expected);
      }),
    );
  });
});

describe('header values', () => {
  test('any value comes back, and travels as visible ASCII without outer white space', () => {
    fc.assert(
      fc.property(text, (value) => {
        const sent = encodeHeaderValue(value);
        expect(sent).toMatch(/^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/);
        expect(decodeHeaderValue(sent)).toBe(value);
      }),
    );
  });

  test.each([
    ['us-west1', 'us-west1'],
    ['two words', 'two words'],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['Grüße', '=?base64?R3LDvMOfZQ==?='],
    ['', '=?base64??='],
  ])('%j is sent as %j', (value, sent) => {
    expect(encodeHeaderValue(value)).toBe(sent);
  });

  test('a sentinel that holds no base64 of UTF-8 is malformed; its case counts', () => {
    expect(decodeHeaderValue('=?base64?%%%?=')).toBeUndefined();
    expect(decodeHeaderValue('=?base64?/w==?=')).toBeUndefined();
    expect(decodeHeaderValue('=?BASE64?YQ==?=')).toBe('=?BASE64?YQ==?=');
    expect(decodeHeaderValue(' \ta\t ')).toBe('a');
  });
});

describe('deriving and comparing', () => {
  test('R31: Mcp-Name of a task method is the task id, never the method', () => {
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect(deriveHeaders(method, params({ taskId: 'tsk_1', name: 'no' }))).toEqual([
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json, text/event-stream'],
        ['MCP-Protocol-Version', '2026-07-28'],
        ['Mcp-Method', method],
        ['Mcp-Name', 'tsk_1'],
      ]);
  });

  test('the name comes from the field that the method names, and is absent elsewhere', () => {
    expect(nameValue('tools/call', { name: 'a', uri: 'b' })).toBe('a');
    expect(nameValue('resources/read', { name: 'a', uri: 'b' })).toBe('b');
    expect(nameValue('prompts/get', { name: 'a' })).toBe('a');
    expect(nameValue('tools/list', { name: 'a' })).toBeUndefined();
    expect(nameValue('tools/call', { name: 7 })).toBeUndefined();
    expect(nameValue('no/such', { name: 'a' })).toBeUndefined();
  });

  test('what was derived agrees with its body, whatever the names', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('tools/call', 'tasks/get', 'resources/read', 'server/discover'),
        text,
        (method, name) => {
          const body = params({ name, taskId: name, uri: name });
          const checks = compareHeaders(deriveHeaders(method, body), method, body);
          expect(checks.every(({ verdict }) => verdict === 'agrees')).toBe(true);
          expect(checks).toHaveLength(method === 'server/discover' ? 2 : 3);
        },
      ),
    );
  });

  test('missing, differing and malformed headers are told apart; names ignore case, values do not', () => {
    const verdicts = (pairs: HeaderPair[]) =>
      compareHeaders(pairs, 'tools/call', params({ name: 'a' })).map(({ verdict }) => verdict);
    expect(verdicts([])).toEqual(['missing', 'missing', 'missing']);
    expect(
      verdicts([
        ['mcp-protocol-version', '2026-07-28'],
        ['MCP-METHOD', 'tools/call'],
        ['mcp-name', 'a'],
      ]),
    ).toEqual(['agrees', 'agrees', 'agrees']);
    expect(
      verdicts([
        ['MCP-Protocol-Version', '2025-11-25'],
        ['Mcp-Method', 'Tools/Call'],
        ['Mcp-Name', '=?base64?!?='],
      ]),
    ).toEqual(['differs', 'differs', 'malformed']);
    // Repeated headers are one value, joined as HTTP does, so a second one cannot hide behind the first.
    expect(
      verdicts([
        ['Mcp-Name', 'a'],
        ['Mcp-Name', 'a'],
      ])[2],
    ).toBe('differs');
    expect(
      headerValue(
        [
          ['A', '1'],
          ['b', '2'],
          ['a', '3'],
        ],
        'a',
      ),
    ).toBe('1, 3');
    expect(headerValue([], 'a')).toBeUndefined();
  });
});

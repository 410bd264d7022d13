import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRETTY_LIMITS, pretty, prettyJson } from './pretty.ts';
import { scanJson } from './scan.ts';
import { JsonTree } from './tree.ts';

const HOSTILE =
  '{"big":9007199254740993,"one":1.0,"e":1E400,"a":1,"a":2,"__proto__":{"x":"\\u0041\\/"},"":[],"n":-0}';

/** JSON with white space anywhere. */
const anyJson = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', ' \r\n'))
  .map(([value, space]) => JSON.stringify(value, null, space as string));

function treeOf(text: string): JsonTree {
  const read = JsonTree.read(text);
  if (!read.ok) throw new Error(read.reason);
  return read.tree;
}

describe('scan', () => {
  test('property: accepts exactly what JSON.parse accepts', () => {
    const bits = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '01',
      '-',
      '1.',
      '1e5',
      '-0.5E+1',
      '\\u00e9',
      '\\\\',
      '\u00a0',
      'true',
      'nul',
      ' ',
      '\n',
      '/*',
      '\\',
    );
    const text = fc.oneof(
      anyJson,
      fc.array(bits, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        let valid = true;
        try {
          JSON.parse(candidate);
        } catch {
          valid = false;
        }
        expect(scanJson(candidate, () => true).ok).toBe(valid);
      }),
      { numRuns: 2_000 },
    );
  });

  test('says where and why', () => {
    expect(scanJson('{"a":}', () => true)).toEqual({
      ok: false,
      reason: 'a value is expected, not "}"',
      offset: 5,
    });
    expect(scanJson('{"a": nul}', () => true)).toMatchObject({
      reason: 'a value is expected, not "n"',
      offset: 6,
    });
    for (const text of ['"a', '"\\x"', '"\n"', '"\\u12"', '01', '1.', '-', '1e', '1true'])
      expect(scanJson(text, () => true)).toMatchObject({
        reason: 'a string or number is malformed',
        offset: 0,
      });
    expect(scanJson('[1 2]', () => true)).toMatchObject({ offset: 3 });
    expect(scanJson('', () => true)).toMatchObject({
      ok: false,
      reason: 'the text ends where a value is expected',
    });
  });
});

describe('pretty', () => {
  test('attack 11: every token is the text that was sent', () => {
    expect(prettyJson(HOSTILE)).toBe(
      [
        '{',
        '  "big": 9007199254740993,',
        '  "one": 1.0,',
        '  "e": 1E400,',
        '  "a": 1,',
        '  "a": 2,',
        '  "__proto__": {',
        '    "x": "\\u0041\\/"',
        '  },',
        '  "": [],',
        '  "n": -0',
        '}',
      ].join('\n'),
    );
  });

  test('property: only the white space between tokens changes', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        const tokens = (source: string): string[] => {
          const out: string[] = [];
          scanJson(source, (_, start, end) => out.push(source.slice(start, end)) > 0);
          return out;
        };
        const laid = pretty(text);
        expect(laid.laidOut).toBe(true);
        expect(tokens(laid.text)).toEqual(tokens(text));
        expect(JSON.parse(laid.text)).toEqual(JSON.parse(text));
        const lines = laid.lines.map(({ first, end }) =>
          laid.segments
            .slice(first, end)
            .map((s) => s.text)
            .join(''),
        );
        expect(lines.join('\n')).toBe(laid.text);
      }),
    );
  });

  test('lines know what they fold, and segments what they are', () => {
    const laid = pretty('{"a":[1,{}],"b":"x"}');
    expect(laid.text.split('\n')).toEqual(['{', '  "a": [', '    1,', '    {}', '  ],', '  "b": "x"', '}']);
    expect(laid.lines.map(({ depth, foldTo }) => [depth, foldTo])).toEqual([
      [0, 6],
      [1, 4],
      [2, undefined],
      [2, undefined],
      [1, undefined],
      [1, undefined],
      [0, undefined],
    ]);
    expect(laid.segments.filter(({ kind }) => kind !== 'space' && kind !== 'mark')).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'number', text: '1' },
      { kind: 'key', text: '"b"' },
      { kind: 'string', text: '"x"' },
    ]);
  });

  test('what is not JSON, too deep, too long or too many comes back untouched, with the reason', () => {
    const cases: [string, string][] = [
      ['{"a":1,}', 'a key is expected'],
      ['<html>\n</html>', 'a value is expected'],
      ['{} {}', 'the end of the text'],
      ['['.repeat(1_000) + ']'.repeat(1_000), 'deeper than'],
      [`[${'1,'.repeat(PRETTY_LIMITS.tokens)}1]`, 'tokens'],
      [`"${'x'.repeat(PRETTY_LIMITS.characters)}"`, 'longer than'],
    ];
    for (const [text, reason] of cases) {
      const laid = pretty(text);
      expect(laid).toMatchObject({ laidOut: false, reason: expect.stringContaining(reason) });
      expect(laid.text === text).toBe(true);
    }
  });
});

describe('tree', () => {
  test('knows where everything stands, duplicates and prototypes included', () => {
    const tree = treeOf(HOSTILE);
    const duplicates = tree.members(0, 'a').map((node) => tree.raw(node));
    expect(duplicates).toEqual(['1', '2']);
    const [proto = -1] = tree.members(0, '__proto__');
    expect(tree.kind(proto)).toBe('object');
    const [x = -1] = [...tree.children(proto)];
    expect([tree.key(x), tree.raw(x), tree.parent(x)]).toEqual(['x', '"\\u0041\\/"', proto]);
    expect(tree.raw(tree.at(HOSTILE.indexOf('1E400') + 2) ?? -1)).toBe('1E400');
    expect(tree.at(HOSTILE.indexOf('"one"'))).toBe(0);
    expect(tree.at(HOSTILE.length)).toBeUndefined();
    expect(JsonTree.read('{"a"')).toMatchObject({ ok: false, offset: 4 });
  });

  test('property: read as values, it is what JSON.parse makes', () => {
    const value = (tree: JsonTree, node: number): unknown => {
      const children = [...tree.children(node)];
      if (tree.kind(node) === 'array') return children.map((child) => value(tree, child));
      if (tree.kind(node) === 'object')
        return Object.fromEntries(children.map((child) => [tree.key(child), value(tree, child)]));
      return JSON.parse(tree.raw(node));
    };
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(value(treeOf(text), 0)).toEqual(JSON.parse(text));
      }),
    );
  });
});

import { createScanner } from 'jsonc-parser';

/** jsonc-parser's `SyntaxKind`: a const enum, which isolated modules cannot read (a test compares it with what the scanner says). */
const KIND = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineBreak: 14,
  space: 15,
  end: 17,
} as const;

export type JsonToken = 'open' | 'close' | 'key' | 'string' | 'number' | 'word' | 'colon' | 'comma';

export type Scanned =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string /** Offset of the offending token. */;
      readonly offset: number;
    };

/** Sees each token with its place, [start, end) in UTF-16 units. @returns false to stop the scan */
export type VisitToken = (token: JsonToken, start: number, end: number) => boolean;

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'end';

const OBJECT = 1;
const ARRAY = 2;

/**
 * Walks the tokens of strict JSON (RFC 8259) over jsonc-parser's scanner, with a stack of its own: a million levels do not
 * overflow. Nothing is converted, so numbers, duplicate keys and escapes stay as they were sent.
 */
export function scanJson(text: string, visit: VisitToken): Scanned {
  const scanner = createScanner(text, false);
  const stack: number[] = [];
  let expected = 'value' as Expected;

  const bad = (reason: string): Scanned => ({ ok: false, reason, offset: scanner.getTokenOffset() });
  const after = (): Expected => (stack.length === 0 ? 'end' : 'comma or end');

  for (;;) {
    const kind: number = scanner.scan();
    if (kind === KIND.space || kind === KIND.lineBreak) continue;
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (kind === KIND.end)
      return expected === 'end' ? { ok: true } : bad(`the text ends where ${words(expected)} is expected`);
    if (scanner.getTokenError() !== 0) return bad('a string or number is malformed');
    const token = step(kind);
    if (token === undefined) {
      const found = text.slice(start, Math.min(end, start + 20));
      return bad(`${words(expected)} is expected, not ${JSON.stringify(found)}`);
    }
    if (!visit(token, start, end)) return bad('stopped');
  }

  function step(kind: number): JsonToken | undefined {
    const inObject = stack[stack.length - 1] === OBJECT;
    switch (kind) {
      case KIND.openBrace:
      case KIND.openBracket: {
        if (expected !== 'value' && expected !== 'value or ]') return undefined;
        const object = kind === KIND.openBrace;
        stack.push(object ? OBJECT : ARRAY);
        expected = object ? 'key or }' : 'value or ]';
        return 'open';
      }
      case KIND.closeBrace:
        if (!inObject || (expected !== 'key or }' && expected !== 'comma or end')) return undefined;
        stack.pop();
        expected = after();
        return 'close';
      case KIND.closeBracket:
        if (inObject || (expected !== 'value or ]' && expected !== 'comma or end')) return undefined;
        stack.pop();
        expected = after();
        return 'close';
      case KIND.comma:
        if (expected !== 'comma or end') return undefined;
        expected = inObject ? 'key' : 'value';
        return 'comma';
      case KIND.colon:
        if (expected !== 'colon') return undefined;
        expected = 'value';
        return 'colon';
      case KIND.string:
        if (expected === 'key' || expected === 'key or }') {
          expected = 'colon';
          return 'key';
        }
        return scalar('string');
      case KIND.number:
        return scalar('number');
      case KIND.true:
      case KIND.false:
      case KIND.null:
        return scalar('word');
      default:
        return undefined;
    }
  }

  function scalar(token: JsonToken): JsonToken | undefined {
    if (expected !== 'value' && expected !== 'value or ]') return undefined;
    expected = after();
    return token;
  }
}

function words(expected: Expected): string {
  switch (expected) {
    case 'key or }':
      return 'a key or }';
    case 'value or ]':
      return 'a value or ]';
    case 'comma or end':
      return 'a comma or the end of the container';
    case 'end':
      return 'the end of the text';
    default:
      return `a ${expected}`;
  }
}

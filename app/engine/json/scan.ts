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
 * Walks the tokens of strict JSON (RFC 8259), with a stack of its own: a million levels do not overflow. Nothing is converted, so
 * numbers, duplicate keys and escapes stay as they were sent.
 */
export function scanJson(text: string, visit: VisitToken): Scanned {
  const stack: number[] = [];
  let expected = 'value' as Expected;
  let start = 0;

  const bad = (reason: string): Scanned => ({ ok: false, reason, offset: start });
  const after = (): Expected => (stack.length === 0 ? 'end' : 'comma or end');

  for (;;) {
    while (isSpace(text.charCodeAt(start))) start += 1;
    if (start >= text.length)
      return expected === 'end' ? { ok: true } : bad(`the text ends where ${words(expected)} is expected`);
    const end = tokenEnd(text, start);
    if (end < 0) return bad('a string or number is malformed');
    const token = step(text.charAt(start), end === start);
    if (token === undefined) {
      const found = text.slice(start, Math.min(end === start ? start + 1 : end, start + 20));
      return bad(`${words(expected)} is expected, not ${JSON.stringify(found)}`);
    }
    if (!visit(token, start, end)) return bad('stopped');
    start = end;
  }

  function step(first: string, unknown: boolean): JsonToken | undefined {
    const inObject = stack[stack.length - 1] === OBJECT;
    switch (first) {
      case '{':
      case '[': {
        if (expected !== 'value' && expected !== 'value or ]') return undefined;
        const object = first === '{';
        stack.push(object ? OBJECT : ARRAY);
        expected = object ? 'key or }' : 'value or ]';
        return 'open';
      }
      case '}':
        if (!inObject || (expected !== 'key or }' && expected !== 'comma or end')) return undefined;
        stack.pop();
        expected = after();
        return 'close';
      case ']':
        if (inObject || (expected !== 'value or ]' && expected !== 'comma or end')) return undefined;
        stack.pop();
        expected = after();
        return 'close';
      case ',':
        if (expected !== 'comma or end') return undefined;
        expected = inObject ? 'key' : 'value';
        return 'comma';
      case ':':
        if (expected !== 'colon') return undefined;
        expected = 'value';
        return 'colon';
      case '"':
        if (expected === 'key' || expected === 'key or }') {
          expected = 'colon';
          return 'key';
        }
        return scalar('string');
      default:
        return unknown ? undefined : scalar(/[-\d]/.test(first) ? 'number' : 'word');
    }
  }

  function scalar(token: JsonToken): JsonToken | undefined {
    if (expected !== 'value' && expected !== 'value or ]') return undefined;
    expected = after();
    return token;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /[A-Za-z]\w*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Where the token at `start` ends; `start` itself where there is none, -1 where a string or number is malformed. */
function tokenEnd(text: string, start: number): number {
  const first = text.charAt(start);
  if ('{}[],:'.includes(first)) return start + 1;
  if (first === '"') return stringEnd(text, start + 1);
  if (first === '-' || (first >= '0' && first <= '9')) {
    const end = matchEnd(NUMBER, text, start);
    // What goes on like a number or a word is neither: 01, 1.x, 1e.
    return end === start || /[\w.+-]/.test(text.charAt(end)) ? -1 : end;
  }
  const end = matchEnd(WORD, text, start);
  const word = text.slice(start, end);
  return word === 'true' || word === 'false' || word === 'null' ? end : start;
}

/** By hand, because an expression over a string of megabytes may overflow. @param at behind the opening quote */
function stringEnd(text: string, at: number): number {
  for (let i = at; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code < 0x20) return -1;
    if (code === 0x5c) {
      const end = matchEnd(ESCAPE, text, i);
      if (end === i) return -1;
      i = end;
    } else i += 1;
  }
  return -1;
}

/** Where a sticky expression's match at `start` ends; `start` where there is none. */
function matchEnd(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : start;
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

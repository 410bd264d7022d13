import { MAX_DEPTH } from '../../server/protocol/json.ts';
import { isExact } from './number-text.ts';

/** A place in a text, counted from 1 as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Something about a JSON text, at a place. */
export interface TextProblem extends TextPlace {
  readonly message: string;
}

/** `error` is where the text stops being JSON; `losses` are what a parser changes without a word. */
export interface ScannedText {
  readonly error: TextProblem | undefined;
  readonly losses: readonly TextProblem[];
}

const LITERAL = /(?:true|false|null)(?![\w$])/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = ' \t\r\n';

/** The string literal that starts at `start`, or undefined where there is none or it is not closed. A loop: text may be long. */
function stringAt(text: string, start: number): string | undefined {
  if (text[start] !== '"') return undefined;
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) >= 0x20) {
    if (text[at] === '"') return text.slice(start, at + 1);
    if (text[at] !== '\\') {
      at += 1;
      continue;
    }
    ESCAPE.lastIndex = at;
    const sequence = ESCAPE.exec(text)?.[0];
    if (sequence === undefined) return undefined;
    at += sequence.length;
  }
  return undefined;
}

/** Line and column of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - start + 1 };
}

/** What is expected next: a value, a key, a colon, or a comma or the end of the container. */
type Expect = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'next' | 'end';

/**
 * Scans JSON without building it, iteratively, for what `JSON.parse` does not say in the same words everywhere (line and
 * column), or does not say at all: a number it would change, a key that occurs twice.
 */
export function scanJson(text: string): ScannedText {
  const losses: TextProblem[] = [];
  const open: ({ readonly keys: Set<string> } | 'list')[] = [];
  let expect: Expect = 'value';
  let at = 0;

  const fail = (message: string): ScannedText => ({ error: { ...placeAt(text, at), message }, losses });
  const lose = (message: string): void => {
    losses.push({ ...placeAt(text, at), message });
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const closed = (): Expect => (open.length === 0 ? 'end' : 'next');

  for (;;) {
    let c = text[at];
    while (c !== undefined && SPACE.includes(c)) {
      at += 1;
      c = text[at];
    }
    if (c === undefined) break;
    if (open.length > MAX_DEPTH) return fail(`it nests deeper than ${MAX_DEPTH} levels`);
    if (expect === 'end') return fail('there is something after the end of the JSON');
    if (expect === 'colon') {
      if (c !== ':') return fail('a colon is missing after the key');
      at += 1;
      expect = 'value';
    } else if (expect === 'key' || expect === 'firstKey') {
      if (c === '}' && expect === 'firstKey') {
        open.pop();
        at += 1;
        expect = closed();
        continue;
      }
      const key = stringAt(text, at);
      if (key === undefined) return fail('a key in double quotes is missing');
      const top = open.at(-1);
      if (top !== undefined && top !== 'list') {
        const name = JSON.parse(key) as string;
        if (top.keys.has(name))
          lose(`the key ${key} occurs twice: both are sent, and most programs read only the last one`);
        top.keys.add(name);
      }
      at += key.length;
      expect = 'colon';
    } else if (expect === 'next') {
      const list = open.at(-1) === 'list';
      if (c === ',') expect = list ? 'value' : 'key';
      else if (c === (list ? ']' : '}')) {
        open.pop();
        expect = closed();
      } else return fail(`a comma or ${list ? ']' : '}'} is missing`);
      at += 1;
    } else if (c === '{') {
      open.push({ keys: new Set() });
      at += 1;
      expect = 'firstKey';
    } else if (c === '[') {
      open.push('list');
      at += 1;
      expect = 'first';
    } else if (c === ']' && expect === 'first') {
      open.pop();
      at += 1;
      expect = closed();
    } else {
      const token = stringAt(text, at) ?? match(LITERAL) ?? match(NUMBER);
      if (token === undefined)
        return fail(c === '"' ? 'this text is not closed, or has a wrong escape' : 'a value is missing');
      if (/^[-\d]/.test(token) && !isExact(token, Number(token))) {
        lose(`${token} is sent as it is, and many programs read it as ${JSON.stringify(Number(token))}`);
      }
      at += token.length;
      expect = closed();
    }
  }
  if (expect === 'end') return { error: undefined, losses };
  return fail(
    open.length > 0 ? `it ends before ${open.at(-1) === 'list' ? ']' : '}'}` : 'a value is missing',
  );
}

import { type JsonToken, scanJson } from './scan.ts';

/** `mark`: braces, brackets, colons and commas. `space`: ours. `raw`: the text as it is, where it cannot be laid out. */
export type SegmentKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'space' | 'raw';

export interface PrettySegment {
  readonly kind: SegmentKind;
  readonly text: string;
}

export interface PrettyLine {
  /** Segments [first, end) of this line; line breaks belong to none. */
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  /** The line with the closing bracket, where this one opens a container over several lines. */
  readonly foldTo: number | undefined;
}

export interface Pretty {
  /** The laid-out text; the text itself where it is not JSON or beyond the limits. */
  readonly text: string;
  readonly segments: readonly PrettySegment[];
  readonly lines: readonly PrettyLine[];
  /** False: not JSON, or not laid out because of a limit; `reason` says which. */
  readonly laidOut: boolean;
  readonly reason: string | undefined;
}

/** Beyond these the text is given back as it is: layout would cost more than it helps. */
export const PRETTY_LIMITS = { characters: 4_000_000, tokens: 400_000, depth: 500 } as const;

const KINDS: { readonly [token in JsonToken]: SegmentKind } = {
  open: 'mark',
  close: 'mark',
  colon: 'mark',
  comma: 'mark',
  key: 'key',
  string: 'string',
  number: 'number',
  word: 'word',
};

/**
 * Lays out JSON text by tokens: white space between them is ours, every token is the very text that was sent (9007199254740993,
 * 1.0, 1E400, duplicate keys, `__proto__`, escapes). Text that is not JSON comes back untouched, with the reason.
 */
export function pretty(text: string): Pretty {
  if (text.length > PRETTY_LIMITS.characters) return untouched(text, 'longer than 4,000,000 characters');
  const layout = new Layout(text);
  const scanned = scanJson(text, (token, start, end) => layout.add(token, start, end));
  if (layout.limit !== undefined) return untouched(text, layout.limit);
  if (!scanned.ok) return untouched(text, `${scanned.reason} (at ${scanned.offset})`);
  return layout.done();
}

/** The laid-out text alone. */
export function prettyJson(text: string): string {
  return pretty(text).text;
}

class Layout {
  limit: string | undefined;
  readonly #text: string;
  readonly #segments: PrettySegment[] = [];
  readonly #lines: { first: number; end: number; depth: number; foldTo: number | undefined }[] = [];
  readonly #open: number[] = [];
  #lineStart = 0;
  #depth = 0;
  #last: JsonToken | undefined;
  #tokens = 0;

  constructor(text: string) {
    this.#text = text;
  }

  add(token: JsonToken, start: number, end: number): boolean {
    this.#tokens += 1;
    if (this.#tokens > PRETTY_LIMITS.tokens) this.limit = 'more than 400,000 tokens';
    if (this.#open.length > PRETTY_LIMITS.depth) this.limit = 'deeper than 500 levels';
    if (this.limit !== undefined) return false;
    if (token === 'close') this.#close();
    else if (this.#last === 'open' || this.#last === 'comma') this.#breakLine();
    else if (this.#last === 'colon') this.#segments.push({ kind: 'space', text: ' ' });
    this.#segments.push({ kind: KINDS[token], text: this.#text.slice(start, end) });
    if (token === 'open') {
      this.#open.push(this.#lines.length);
      this.#depth += 1;
    }
    this.#last = token;
    return true;
  }

  done(): Pretty {
    this.#endLine(this.#depth);
    const lines: readonly PrettyLine[] = this.#lines;
    const text = lines
      .map(({ first, end }) => {
        let line = '';
        for (let i = first; i < end; i += 1) line += this.#segments[i]?.text ?? '';
        return line;
      })
      .join('\n');
    return { text, segments: this.#segments, lines, laidOut: true, reason: undefined };
  }

  #close(): void {
    const opener = this.#open.pop() ?? 0;
    this.#depth -= 1;
    if (this.#last === 'open') return; // {} and [] stay on one line
    this.#breakLine();
    const line = this.#lines[opener];
    if (line !== undefined) line.foldTo = this.#lines.length;
  }

  #breakLine(): void {
    this.#endLine(this.#depth);
    if (this.#depth > 0) this.#segments.push({ kind: 'space', text: '  '.repeat(this.#depth) });
  }

  #endLine(nextDepth: number): void {
    const depth = this.#lineDepth;
    this.#lines.push({ first: this.#lineStart, end: this.#segments.length, depth, foldTo: undefined });
    this.#lineStart = this.#segments.length;
    this.#lineDepth = nextDepth;
  }

  #lineDepth = 0;
}

function untouched(text: string, reason: string): Pretty {
  const segments: PrettySegment[] = [];
  const lines: PrettyLine[] = [];
  for (const line of text.split('\n')) {
    segments.push({ kind: 'raw', text: line });
    lines.push({ first: segments.length - 1, end: segments.length, depth: 0, foldTo: undefined });
  }
  return { text, segments, lines, laidOut: false, reason };
}

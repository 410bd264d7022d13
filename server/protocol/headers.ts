import { type JsonValue, own, ownString } from './json.ts';
import { META } from './meta.ts';
import { methodFacts } from './methods.ts';

/** A raw header pair, in the order and case in which it was or will be sent. */
export type HeaderPair = readonly [name: string, value: string];

export const HEADER = {
  version: 'MCP-Protocol-Version',
  method: 'Mcp-Method',
  name: 'Mcp-Name',
} as const;

const PLAIN = /^[\x20-\x7e\t]*$/;
/** Text that decoding leaves as it is: what nearly all values are. */
const SIMPLE = /^[\w./-]+$/;
const SENTINEL = /^=\?base64\?(.*)\?=$/s;

/**
 * Encodes a mirrored value (Streamable HTTP, "Value Encoding"): plain visible ASCII with inner spaces and tabs goes as it is;
 * anything else, and a value that looks like the sentinel, goes as `=?base64?…?=` over UTF-8.
 */
export function encodeHeaderValue(value: string): string {
  const plain = PLAIN.test(value) && value === value.trim() && !SENTINEL.test(value) && value !== '';
  return plain ? value : `=?base64?${base64(utf8(value))}?=`;
}

/**
 * Decodes a header value; undefined where the sentinel holds no strict base64 of UTF-8, or a plain value has other characters than visible
 * ASCII, space and tab ("Server Validation"). White space around it is not part of it.
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = raw.replace(/^[ \t]+|[ \t]+$/g, '');
  const match = SENTINEL.exec(value);
  if (match === null) return PLAIN.test(value) ? value : undefined;
  const bytes = unbase64(match[1] ?? '');
  return bytes === undefined ? undefined : fromUtf8(bytes);
}

/** The value that `Mcp-Name` must mirror for this message, or undefined where the method has none or the field is no string. */
export function nameValue(method: string, params: JsonValue | undefined): string | undefined {
  const source = methodFacts(method)?.nameFrom;
  return source === undefined ? undefined : ownString(params, source);
}

/**
 * The headers of one current request, derived from its body alone: Content-Type, Accept with both types,
 * MCP-Protocol-Version, Mcp-Method and, where the method has one, Mcp-Name (R31). The only builder; preview and send share it.
 */
export function deriveHeaders(method: string, params: JsonValue | undefined): HeaderPair[] {
  const pairs: HeaderPair[] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
  ];
  const version = ownString(own(params, '_meta'), META.protocolVersion);
  if (version !== undefined) pairs.push([HEADER.version, version]);
  pairs.push([HEADER.method, encodeHeaderValue(method)]);
  const name = nameValue(method, params);
  if (name !== undefined) pairs.push([HEADER.name, encodeHeaderValue(name)]);
  return pairs;
}

export type Verdict = 'agrees' | 'differs' | 'missing' | 'malformed';

export interface HeaderCheck {
  readonly header: string;
  /** Path of the body field that the header mirrors. */
  readonly field: string;
  readonly expected: string;
  readonly found: string | undefined;
  readonly verdict: Verdict;
}

/** The first value of `name` among raw pairs, case-insensitively; repeated headers are joined with ", " as HTTP does. */
export function headerValue(pairs: readonly HeaderPair[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const found = pairs.filter(([n]) => n.toLowerCase() === wanted).map(([, v]) => v);
  return found.length === 0 ? undefined : found.join(', ');
}

/** Where a header's value is found by its name, in any case: a list of pairs, or a way to look it up. */
export type HeaderSource = readonly HeaderPair[] | ((name: string) => string | undefined);

/** Compares each mirrored header of a message with its body field. Values are case-sensitive, names are not. */
export function compareHeaders(
  source: HeaderSource,
  method: string,
  params: JsonValue | undefined,
): HeaderCheck[] {
  const checks: HeaderCheck[] = [];
  const version = ownString(own(params, '_meta'), META.protocolVersion);
  if (version !== undefined)
    checks.push(compareHeader(source, HEADER.version, `params._meta["${META.protocolVersion}"]`, version));
  checks.push(compareHeader(source, HEADER.method, 'method', method));
  const name = nameValue(method, params);
  const field = methodFacts(method)?.nameFrom;
  if (name !== undefined && field !== undefined)
    checks.push(compareHeader(source, HEADER.name, `params.${field}`, name));
  return checks;
}

/** Compares one mirrored header with the text that its body field has. */
export function compareHeader(
  source: HeaderSource,
  header: string,
  field: string,
  expected: string,
): HeaderCheck {
  const found = typeof source === 'function' ? source(header) : headerValue(source, header);
  if (found === undefined) return { header, field, expected, found, verdict: 'missing' };
  if (found === expected && SIMPLE.test(found)) return { header, field, expected, found, verdict: 'agrees' };
  const value = header === HEADER.version ? found.trim() : decodeHeaderValue(found);
  const verdict: Verdict = value === undefined ? 'malformed' : value === expected ? 'agrees' : 'differs';
  return { header, field, expected, found, verdict };
}

// Base64 and UTF-8 by hand: this room has neither DOM nor Node, and both sides must agree to the byte.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const SEXTETS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))),
);

/** Strict, padded base64 of bytes. */
export function base64(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const n = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out += ALPHABET[(n >> 18) & 63];
    out += ALPHABET[(n >> 12) & 63];
    out += left > 1 ? ALPHABET[(n >> 6) & 63] : '=';
    out += left > 2 ? ALPHABET[n & 63] : '=';
  }
  return out;
}

/** Bytes of strict base64 (alphabet, length and padding checked), or undefined. */
export function unbase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const out = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, o = 0; i < text.length; i += 4, o += 3) {
    const n =
      (sextet(text, i) << 18) |
      (sextet(text, i + 1) << 12) |
      (sextet(text, i + 2) << 6) |
      sextet(text, i + 3);
    // What lies beyond the end is not kept.
    out[o] = n >> 16;
    out[o + 1] = n >> 8;
    out[o + 2] = n;
  }
  // Only the last group can hold bits that encode nothing.
  const rest = out.subarray(Math.max(0, Math.ceil(out.length / 3) - 1) * 3);
  return text.endsWith(base64(rest)) ? out : undefined;
}

/** The six bits of the character at `i`; none for padding. */
function sextet(text: string, i: number): number {
  return SEXTETS[text.charCodeAt(i)] ?? 0;
}

/** UTF-8 bytes of a string; a lone surrogate becomes U+FFFD, as encoders do. */
export function utf8(text: string): Uint8Array {
  const out: number[] = [];
  for (const char of text) {
    let c = char.codePointAt(0) ?? 0;
    if (c >= 0xd800 && c <= 0xdfff) c = 0xfffd;
    if (c < 0x80) out.push(c);
    else if (c < 0x800) out.push(0xc0 | (c >> 6), 0x80 | (c & 63));
    else if (c < 0x10000) out.push(0xe0 | (c >> 12), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63));
    else out.push(0xf0 | (c >> 18), 0x80 | ((c >> 12) & 63), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63));
  }
  return Uint8Array.from(out);
}

/** The string of strict UTF-8 bytes, or undefined where they are not UTF-8 (overlong forms and surrogates included). */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = decodeURIComponent(Array.from(bytes, (b) => `%${b.toString(16).padStart(2, '0')}`).join(''));
    return text;
  } catch {
    return undefined;
  }
}

import {
  type BadTerm,
  type Condition,
  FIELDS,
  type Filter,
  KINDS,
  type Term,
  type TextField,
} from './term.ts';

/**
 * Reads a filter. Never throws: a term that means nothing is told with its place, and the others count.
 *
 * Terms are apart by white space. `word` and `"some words"` are looked for everywhere; `field:value` in one field, `field:a,b` for either;
 * `-` before a term negates it. Within quotes `\"` is a quote and `\\` a backslash.
 */
export function readFilter(text: string): Filter {
  const terms: Term[] = [];
  const bad: BadTerm[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const from = at;
    const token = readToken(text, from);
    at = token.to;
    const { to } = token;
    if (token.error !== undefined) bad.push({ from, to, message: token.error });
    else {
      const condition = token.field === undefined ? words(token.values) : byField(token.field, token.values);
      if (typeof condition === 'string') bad.push({ from, to, message: condition });
      else terms.push({ not: token.not, condition, from, to });
    }
  }
  return { terms, bad };
}

interface Token {
  readonly not: boolean;
  readonly field: string | undefined;
  readonly values: readonly string[];
  readonly to: number;
  readonly error: string | undefined;
}

function readToken(text: string, from: number): Token {
  const not = text.charAt(from) === '-';
  const start = not ? from + 1 : from;
  const name = /^([A-Za-z]+):/.exec(text.slice(start, start + 40))?.[1];
  const values: string[] = [];
  let at = name === undefined ? start : start + name.length + 1;
  let error: string | undefined;
  for (;;) {
    const piece = text.charAt(at) === '"' ? quoted(text, at) : bare(text, at, name !== undefined);
    values.push(piece.value);
    at = piece.to;
    error ??= piece.error;
    if (name === undefined || text.charAt(at) !== ',') break;
    at += 1;
  }
  if (at < text.length && !/\s/.test(text.charAt(at))) {
    error ??= 'After the closing quote a space is missing.';
    while (at < text.length && !/\s/.test(text.charAt(at))) at += 1;
  }
  return { not, field: name?.toLowerCase(), values, to: at, error };
}

interface Piece {
  readonly value: string;
  readonly to: number;
  readonly error: string | undefined;
}

function quoted(text: string, from: number): Piece {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') return { value, to: at + 1, error: undefined };
    const next = text.charAt(at + 1);
    if (char === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 1;
    } else value += char;
  }
  return { value, to: text.length, error: 'The closing quote is missing.' };
}

/** Up to white space; in a field's value up to a comma. */
function bare(text: string, from: number, splits: boolean): Piece {
  let to = from;
  while (to < text.length && !/\s/.test(text.charAt(to)) && !(splits && text.charAt(to) === ',')) to += 1;
  return { value: text.slice(from, to), to, error: undefined };
}

function words(values: readonly string[]): Condition | string {
  return values[0] === '' ? 'A “-” stands before what is to be left out.' : { field: 'text', any: values };
}

const TEXTS: ReadonlySet<string> = new Set<TextField>([
  ...(['task', 'tool', 'method', 'name', 'status', 'type', 'note', 'body', 'endpoint'] as const),
]);

/** @returns the condition, or what is wrong */
function byField(field: string, values: readonly string[]): Condition | string {
  const info = FIELDS.find(({ name }) => name === field);
  if (info === undefined) return unknownField(field, values);
  if (values.includes('')) return `${field}: wants a value, such as ${info.example}.`;
  if (TEXTS.has(field)) return { field: field as TextField, any: values };
  if (values.length > 1 && field !== 'http' && field !== 'code') return `${field}: takes one value.`;
  const [value = ''] = values;
  switch (info.name) {
    case 'http':
      return statuses(values);
    case 'code':
      return codes(values);
    case 'dir':
      return value === 'in' || value === 'out' ? { field: 'dir', dir: value } : 'dir: is “in” or “out”.';
    case 'era':
      if (value === 'current' || value.startsWith('2026')) return { field: 'era', era: 'current' };
      if (value === 'legacy' || value.startsWith('2025')) return { field: 'era', era: 'legacy' };
      return 'era: is “current” (2026-07-28) or “legacy” (2025-11-25).';
    case 'is': {
      const what = KINDS.find((kind) => kind === value);
      return what === undefined ? `is: takes one of ${KINDS.join(', ')}.` : { field: 'is', what };
    }
    case 'slower':
    case 'after':
    case 'before': {
      const ms = readTime(value, info.name === 'slower' ? 1 : 1000);
      return ms === undefined
        ? `${field}: takes a time such as 500ms, 2s or 1min.`
        : { field: info.name, ms };
    }
    default:
      return `${field}: cannot be read.`;
  }
}

function unknownField(field: string, values: readonly string[]): string {
  const near = FIELDS.find(({ name }) => name.startsWith(field.slice(0, 2)))?.name;
  const meant = near === undefined ? '' : ` Did you mean ${near}:?`;
  return `There is no field “${field}”.${meant} To look for the text itself, write "${field}:${values.join(',')}" in quotes.`;
}

function statuses(values: readonly string[]): Condition | string {
  const ranges: (readonly [number, number])[] = [];
  for (const value of values) {
    const family = /^([1-5])xx$/i.exec(value)?.[1];
    const range = /^(\d{3})(?:-(\d{3}))?$/.exec(value);
    if (value === 'none') ranges.push([0, 0]);
    else if (family !== undefined) ranges.push([Number(family) * 100, Number(family) * 100 + 99]);
    else if (range !== null) ranges.push([Number(range[1]), Number(range[2] ?? range[1])]);
    else return `http: takes a status such as 200, 4xx, 400-404 or none, not “${value}”.`;
  }
  return { field: 'http', ranges };
}

function codes(values: readonly string[]): Condition | string {
  if (values.length === 1 && values[0] === 'any') return { field: 'code', codes: [] };
  const wrong = values.find((value) => !/^-?\d{1,15}$/.test(value));
  if (wrong !== undefined) return `code: takes a number such as -32602, or any, not “${wrong}”.`;
  return { field: 'code', codes: values.map((value) => Number(value) || 0) };
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
]);

/** `500ms`, `2s`, `+1:05.20` as the time column shows it. @param unit of a bare number, ms */
function readTime(text: string, unit: number): number | undefined {
  const clock = /^\+?(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:\.\d{1,9})?)$/.exec(text);
  if (clock !== null)
    return toMs(Number(clock[1] ?? 0) * 3_600_000 + Number(clock[2]) * 60_000 + Number(clock[3]) * 1000);
  const plain = /^\+?(\d{1,12}(?:\.\d{1,9})?)([a-z]*)$/i.exec(text);
  if (plain === null) return undefined;
  const [, number, name = ''] = plain;
  const factor = name === '' ? unit : UNITS.get(name.toLowerCase());
  return factor === undefined ? undefined : toMs(Number(number) * factor);
}

/** To the µs, so that what is printed is read back as the same. */
function toMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

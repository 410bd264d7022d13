import { isObject } from '../../../../server/protocol/json.ts';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { isSecretHeader, readPlaceholder } from '../../../../server/protocol/secrets.ts';
import { latin1, textOf } from './wire.ts';

/** A value that may be a secret. `likely`: its name or its shape says so; the others are only long and without a meaning of their own. */
export interface Suspect {
  readonly value: string;
  /** Why it is listed, in a few words for eyes. */
  readonly why: string;
  readonly likely: boolean;
  /** In how many events it was found. */
  readonly events: number;
}

const NAME =
  /(^|[-_.])(access[-_]?token|refresh[-_]?token|id[-_]?token|auth[-_]?token|token|bearer|authorization|jwt|api[-_]?key|apikey|secret|client[-_]?secret|password|passwd|pwd|passphrase|private[-_]?key|signature|session[-_]?id|sessionid|cookie|credentials?)$/i;
const CAMEL =
  /^[a-z]+(Token|Secret|Password|ApiKey|PrivateKey|Credential)$|^(apiKey|sessionId|privateKey|clientSecret)$/;

/** Shapes that credentials of well-known kinds have. */
const SHAPES: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{4,}\.[\w-]*/g, why: 'looks like a JSON Web Token' },
  { pattern: /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|npm|xox[abprs])[-_][\w-]{12,}/g, why: 'looks like an API key' },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, why: 'looks like an access key' },
];
const BEARER = /\b(?:Bearer|Basic)\s+([\w.~+/=-]{6,})/gi;
// Runs of backslashes and spaces are bounded: a text made of them must not take the square of its length.
const PAIR =
  /([\w.-]{2,40})\\{0,8}["']?\s{0,8}[:=]\s{0,8}\\{0,8}["']?((?:[^\s"'\\&,;{}[\]]|\\{1,8}[^"'\\\s]){4,})/g;
const LONG = /[A-Za-z0-9_+/=-]{32,}/g;
const PLACEHOLDER = /^\[?(?:secret|masked):\d+/;
const SHORTEST = 4;
const DEEPEST = 64;
/** Longer texts are searched by their shapes alone. */
const PARSED = 4_000_000;

/** Whether a name of a member, a parameter or a header says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return NAME.test(name) || CAMEL.test(name);
}

/**
 * What in a recording may be a secret beside what its log holds as placeholders: in bodies, frames, headers, addresses and the data
 * of events. Linear in the size of the log. Likely ones first.
 */
export function findSuspects(events: Iterable<LogEvent>): readonly Suspect[] {
  const found = new Map<string, { why: string; likely: boolean; events: Set<number> }>();
  for (const event of events) {
    const note = (value: string, why: string, likely: boolean): void => {
      if (value.length < SHORTEST || PLACEHOLDER.test(value)) return;
      const known = found.get(value);
      if (known === undefined) found.set(value, { why, likely, events: new Set([event.seq]) });
      else {
        known.events.add(event.seq);
        if (likely && !known.likely) Object.assign(known, { why, likely });
      }
    };
    scan(textOf(event), note);
    if (event.body !== null && 'base64' in event.body) scan(latin1(event.body.base64), note);
    for (const [name, value] of event.headers ?? []) {
      if (isSecretName(name)) note(value, `header ${name}`, true);
      scan(value, note);
    }
    if (event.endpoint !== null) scanUrl(event.endpoint, note);
    if (event.data !== null) walk(event.data, note, 0);
  }
  return [...found]
    .map(([value, { why, likely, events: seen }]) => ({ value, why, likely, events: seen.size }))
    .sort((a, b) => Number(b.likely) - Number(a.likely));
}

/** How many different values are placeholders in the log itself. */
export function countPlaceholders(events: Iterable<LogEvent>): number {
  const found = new Set<string>();
  for (const { headers } of events)
    for (const [, value] of headers ?? []) {
      const placeholder = readPlaceholder(value);
      if (placeholder !== undefined) found.add(value);
    }
  return found.size;
}

type Note = (value: string, why: string, likely: boolean) => void;

function scan(text: string, note: Note): void {
  if (text === '') return;
  for (const { pattern, why } of SHAPES) for (const [value] of text.matchAll(pattern)) note(value, why, true);
  for (const [, value] of text.matchAll(BEARER)) if (value !== undefined) note(value, 'credentials', true);
  // Also where the text is JSON: of a member that is told twice the parser gives the last one only.
  for (const [, name, value] of text.matchAll(PAIR))
    if (name !== undefined && value !== undefined && isSecretName(name)) note(value, `"${name}"`, true);
  for (const [value] of text.matchAll(LONG))
    if (/\d/.test(value) && /[A-Za-z]/.test(value) && !isPlain(value))
      note(value, 'long and without a meaning of its own', false);
  if (text.length <= PARSED && /^\s*[{[]/.test(text)) walk(parse(text), note, 0);
}

/** Ids that everybody sees, such as a task's or a UUID. */
function isPlain(value: string): boolean {
  return /^(tsk_|[0-9a-f]{8}-[0-9a-f]{4}-)/i.test(value);
}

/** User info and query of an address; `scan` sees the rest. */
function scanUrl(text: string, note: Note): void {
  if (!URL.canParse(text)) return;
  const url = new URL(text);
  if (url.password !== '') note(decoded(url.password), 'password of an address', true);
  for (const [name, value] of url.searchParams)
    if (isSecretName(name)) note(value, `query parameter "${name}"`, true);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members that say what another member is called, and those that hold what it is: `{"name": "apiKey", "value": "…"}`. */
const NAMING = ['name', 'key', 'header', 'field', 'param', 'id'];
const HOLDING = ['value', 'values', 'val', 'content', 'text', 'data', 'default'];

/**
 * Members by name, and texts within: JSON in a text is looked into, too. Too deep is left to the scan of the text.
 * @param within the name of the member that it stands in, '' in none
 */
function walk(value: unknown, note: Note, depth: number, within = ''): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') {
    if (/^\s*[{[]/.test(value)) walk(parse(value), note, depth + 1);
    if (/^https?:/.test(value)) scanUrl(value, note);
  } else if (Array.isArray(value)) {
    pairsIn(value, within, note);
    for (const item of value) walk(item, note, depth + 1);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (tellsSecret(name)) noteTexts(member, `"${name}"`, note);
      walk(member, note, depth + 1, name);
    }
    const name = NAMING.map((key) => value[key]).find((one) => typeof one === 'string' && tellsSecret(one));
    if (typeof name === 'string')
      for (const key of HOLDING) if (Object.hasOwn(value, key)) noteTexts(value[key], `"${name}"`, note);
  }
}

/** A name for one secret or, with an s, for several: `tokens`, `apiKeys`. */
function tellsSecret(name: string): boolean {
  return (
    isSecretName(name) || isSecretHeader(name) || (name.endsWith('s') && isSecretName(name.slice(0, -1)))
  );
}

/** A secret's value, or all texts of a list of them or of what stands right within: `{"token": {"value": "…"}}`. */
function noteTexts(value: unknown, why: string, note: Note): void {
  const texts = Array.isArray(value) ? value : isObject(value) ? HOLDING.map((key) => value[key]) : [value];
  for (const text of texts) if (typeof text === 'string') note(text, why, true);
}

/** Names and values in turn: a list of pairs, or the raw headers of Node, which are one list. */
function pairsIn(list: readonly unknown[], within: string, note: Note): void {
  const pairs = /headers$/i.test(within) ? flatPairs(list) : list;
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2) continue;
    const [name, value] = pair as unknown[];
    if (typeof name === 'string' && tellsSecret(name)) noteTexts(value, `"${name}"`, note);
  }
}

function flatPairs(list: readonly unknown[]): readonly unknown[] {
  if (list.some((item) => typeof item !== 'string')) return list;
  return list.flatMap((item, i) => (i % 2 === 0 ? [[item, list[i + 1]]] : []));
}

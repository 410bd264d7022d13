import type { HeaderPair } from '../../../../server/protocol/headers.ts';
import { isObject, type JsonObject } from '../../../../server/protocol/json.ts';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { isSecretHeader, readPlaceholder } from '../../../../server/protocol/secrets.ts';

/** What stands in an export instead of a value that a person masks: its number there and its length in characters. */
export function maskPlaceholder(n: number, length: number): string {
  return `[masked:${n} length=${length}]`;
}

/** Makes what takes values out of a text in every spelling that they may have there: plain, within JSON, within JSON in JSON, within an address. */
export function masker(values: readonly string[]): (text: string) => string {
  const spellings: { readonly text: string; readonly with: string }[] = [];
  values.forEach((value, i) => {
    if (value === '') return;
    const once = JSON.stringify(value).slice(1, -1);
    const twice = JSON.stringify(once).slice(1, -1);
    for (const text of new Set([value, once, twice, uriOf(value)]))
      spellings.push({ text, with: maskPlaceholder(i + 1, value.length) });
  });
  // Longer ones first: a value may be a part of another.
  spellings.sort((a, b) => b.text.length - a.text.length);
  return (text) => {
    let out = text;
    for (const spelling of spellings)
      if (out.includes(spelling.text)) out = out.replaceAll(spelling.text, () => spelling.with);
    return out;
  };
}

function uriOf(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate is in no address.
    return value;
  }
}

/**
 * Events without these values, in whatever member they stand (attack 10); the values of headers that are always secret go, too, should
 * a recording made elsewhere hold them. Numbers, kinds and ids that join events stay.
 */
export function* masked(events: Iterable<LogEvent>, values: readonly string[]): IterableIterator<LogEvent> {
  const hide = masker(values);
  for (const event of events) {
    const { body, data, headers, endpoint } = event;
    yield {
      ...event,
      endpoint: endpoint === null ? null : hide(endpoint),
      headers: headers === null ? null : headers.map((pair) => maskedPair(pair, hide)),
      body: body !== null && 'text' in body ? { text: hide(body.text) } : body,
      data: data === null ? null : (inside(data, hide) as JsonObject),
    };
  }
}

function maskedPair([name, value]: HeaderPair, hide: (text: string) => string): HeaderPair {
  if (isSecretHeader(name) && readPlaceholder(value) === undefined)
    return [name, maskPlaceholder(0, value.length)];
  return [name, hide(value)];
}

/** `data` is shallow by its making; one that is not (of a file made elsewhere) is refused by the reader before it comes here. */
function inside(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((item) => inside(item, hide));
  if (!isObject(value)) return value;
  const out: [string, unknown][] = Object.entries(value).map(([name, member]) => [
    name,
    inside(member, hide),
  ]);
  return Object.fromEntries(out);
}

import type { HeaderPair } from '../../../../server/protocol/headers.ts';
import { isObject, type JsonObject } from '../../../../server/protocol/json.ts';
import type { Body, LogEvent } from '../../../../server/protocol/recording.ts';
import { mayBeSpelled, spellingsOf } from '../../../../server/protocol/secret-spellings.ts';
import { isSecretHeader, readPlaceholder } from '../../../../server/protocol/secrets.ts';
import { latin1 } from './wire.ts';

/** What stands in an export instead of a value that a person masks: its number there and its length in characters. */
export function maskPlaceholder(n: number, length: number): string {
  return `[masked:${n} length=${length}]`;
}

/** Makes what takes values out of a text in every spelling that they may have there, within JSON, JSON in JSON or an address. */
export function masker(values: readonly string[]): (text: string) => string {
  const hidden = values
    .map((value, i) => ({ value, all: spellingsOf(value), by: maskPlaceholder(i + 1, value.length) }))
    .filter(({ value }) => value !== '')
    // Longer ones first: a value may be a part of another.
    .sort((a, b) => b.value.length - a.value.length);
  return (text) => {
    let out = text;
    for (const { value, all, by } of hidden)
      if (mayBeSpelled(out)) out = out.replace(all, () => by);
      else if (out.includes(value)) out = out.replaceAll(value, () => by);
    return out;
  };
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
      body:
        body === null ? null : 'text' in body ? { text: hide(body.text) } : hiddenBytes(body.base64, hide),
      data: data === null ? null : (inside(data, hide) as JsonObject),
    };
  }
}

/** Bytes that are no UTF-8, searched as Latin-1: what credentials are made of reads alike. The bytes themselves where nothing is found. */
function hiddenBytes(base64: string, hide: (text: string) => string): Body {
  const bytes = latin1(base64);
  const out = hide(bytes);
  return out === bytes ? { base64 } : { base64: btoa(out) };
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

import type { HeaderPair } from '../../../../server/protocol/headers.ts';
import { isObject, own, ownString } from '../../../../server/protocol/json.ts';
import { harFrames } from './har-frames.ts';

/** An event in the making: what the codec checks before anything uses it. */
export type Unread = Record<string, unknown>;

/** The events of an HTTP Archive, unread; a reason in words where it is none. */
export type HarEvents =
  | { readonly ok: true; readonly events: readonly Unread[]; readonly own: boolean }
  | { readonly ok: false; readonly reason: string };

/** Reads the events of a HAR: those that an export of ours holds as they were, else what its entries tell. */
export function harEvents(har: unknown): HarEvents {
  const log = own(har, 'log');
  const entries = own(log, 'entries');
  if (!Array.isArray(entries)) return { ok: false, reason: 'It has no log.entries.' };
  const rest = own(own(log, '_taskscope'), 'events');
  if (Array.isArray(rest) && entries.every((entry) => Array.isArray(own(entry, '_events'))))
    return { ok: true, own: true, events: joined(entries, rest) };
  return foreign(entries);
}

/** The log as it was exported. Entries may have been taken out since: what is left is numbered anew, and joined as it was. */
function joined(entries: readonly unknown[], rest: readonly unknown[]): readonly Unread[] {
  const all: Unread[] = rest.filter(isObject).map((event) => ({ ...event }));
  for (const entry of entries) {
    const frames = own(entry, '_frames');
    for (const frame of Array.isArray(frames) ? frames : []) if (isObject(frame)) all.push({ ...frame });
    for (const event of own(entry, '_events') as unknown[])
      if (isObject(event)) all.push(shown(entry, event));
  }
  all.sort((a, b) => Number(a.seq) - Number(b.seq));
  const places = new Map(all.map((event, place) => [event.seq, place]));
  return all.map((event, seq) => ({ ...event, seq, cause: places.get(event.cause) ?? null }));
}

/** An event with what stands in HAR's own members. */
function shown(entry: unknown, event: Unread): Unread {
  const side = own(entry, event.kind === 'request' ? 'request' : 'response');
  const text = own(own(side, event.kind === 'request' ? 'postData' : 'content'), 'text');
  return {
    ...event,
    ...('headers' in event ? {} : { headers: pairs(own(side, 'headers')) }),
    ...('body' in event ? {} : { body: { text: typeof text === 'string' ? text : '' } }),
  };
}

const ORIGIN = 'har';

function foreign(entries: readonly unknown[]): HarEvents {
  let first = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const wall = startOf(entry);
    if (wall < first) first = wall;
  }
  if (!Number.isFinite(first)) return { ok: false, reason: 'No entry has a startedDateTime.' };
  const events: Unread[] = [
    { kind: 'recording', mono: 0, wall: first, data: { what: 'started', version: 1, app: 'HAR' } },
  ];
  entries.forEach((entry, n) => {
    const wall = startOf(entry);
    if (Number.isNaN(wall)) return;
    for (const event of entryEvents(entry, `har${n + 1}`, wall, wall - first)) events.push(event);
  });
  events.sort((a, b) => Number(a.mono) - Number(b.mono));
  return {
    ok: true,
    own: false,
    events: events.map((event, seq) => ({ ...event, seq, recording: ORIGIN, tab: ORIGIN })),
  };
}

function startOf(entry: unknown): number {
  return Date.parse(ownString(entry, 'startedDateTime') ?? '');
}

function entryEvents(entry: unknown, exchange: string, wall: number, mono: number): readonly Unread[] {
  const request = own(entry, 'request');
  const response = own(entry, 'response');
  const url = ownString(request, 'url');
  if (url === undefined || !URL.canParse(url)) return [];
  const timings = own(entry, 'timings');
  const waited = mono + time(timings, 'send') + time(timings, 'wait') + time(timings, 'connect');
  const ended = Math.max(waited, mono + time(entry, 'time'));
  const endpoint = withoutQueryAndUser(url);
  const at = (when: number) => ({ mono: when, wall: wall + (when - mono), endpoint, exchange });
  const sent = ownString(own(request, 'postData'), 'text');
  const message = parse(sent ?? '');
  const status = own(response, 'status');
  const content = own(response, 'content');
  const events: Unread[] = [
    {
      ...at(mono),
      kind: 'request',
      method: ownString(message, 'method') ?? null,
      headers: pairs(own(request, 'headers')),
      body: sent === undefined ? null : { text: sent },
      data: {
        url,
        http: ownString(request, 'method') ?? 'POST',
        ...(own(message, 'id') === undefined ? {} : { id: own(message, 'id') }),
        // Without a method of JSON-RPC it is some other request: shown, and not judged as one.
        ...(ownString(message, 'method') === undefined ? { step: 'other' } : {}),
      },
    },
  ];
  if (typeof status !== 'number' || status <= 0) {
    const text = ownString(response, 'statusText') || 'No answer was recorded.';
    const problem = { kind: 'network', code: 'no-answer', message: text, next: 'See the archive itself.' };
    return [...events, { ...at(ended), kind: 'fail', data: problem }];
  }
  events.push({
    ...at(waited),
    kind: 'head',
    status,
    view: 'full',
    headers: pairs(own(response, 'headers')),
  });
  const text = ownString(content, 'text');
  const bytes = own(content, 'size');
  if (/^text\/event-stream/i.test(ownString(content, 'mimeType') ?? ''))
    for (const frame of harFrames(entry, text ?? '', wall, ended))
      events.push({ ...at(frame.mono), ...frame.event });
  else if (text !== undefined) {
    const body = ownString(content, 'encoding') === 'base64' ? fromBase64(text) : { text };
    events.push({ ...at(ended), kind: 'body', body, data: { bytes: typeof bytes === 'number' ? bytes : 0 } });
  }
  events.push({
    ...at(ended),
    kind: 'end',
    data: { bytes: typeof bytes === 'number' ? bytes : 0, by: 'server' },
  });
  return events;
}

/** An endpoint as the log names it: no credentials, and nothing that changes from request to request. */
function withoutQueryAndUser(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function time(of: unknown, name: string): number {
  const found = own(of, name);
  return typeof found === 'number' && found > 0 ? found : 0;
}

function pairs(headers: unknown): readonly HeaderPair[] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header): HeaderPair[] => {
    const name = ownString(header, 'name');
    return name === undefined ? [] : [[name, ownString(header, 'value') ?? '']];
  });
}

/** Archives hold text as base64, too. */
function fromBase64(text: string): { readonly text: string } | { readonly base64: string } {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { base64: text };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

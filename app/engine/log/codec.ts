import type { HeaderPair } from '../../../server/protocol/headers.ts';
import { isObject, own } from '../../../server/protocol/json.ts';
import {
  type Body,
  EVENT_KINDS,
  type EventKind,
  type LogEvent,
  RECORDING_VERSION,
  type RecordingHeader,
} from '../../../server/protocol/recording.ts';

/**
 * A recording as a file: NDJSON, the header and then one event a line. Lone surrogates are written as escapes, so the text
 * survives UTF-8; reading it back gives the same events (property-tested).
 */
export function writeRecording(
  header: Omit<RecordingHeader, 'taskscope' | 'version'>,
  events: Iterable<LogEvent>,
): string {
  const first: RecordingHeader = {
    taskscope: 'recording',
    version: RECORDING_VERSION,
    recording: header.recording,
    startedAt: header.startedAt,
    events: header.events,
  };
  return `${JSON.stringify(first)}\n${writeEvents(events)}`;
}

/** Events as lines, each ended by a line feed: the body of a file, and what a stored chunk holds. */
export function writeEvents(events: Iterable<LogEvent>): string {
  let text = '';
  for (const event of events) text += `${JSON.stringify(event)}\n`;
  return text;
}

/** Reads lines of events up to the first that is none. `bad`: its index. */
export function readEvents(text: string): {
  readonly events: readonly LogEvent[];
  readonly bad: number | undefined;
} {
  const events: LogEvent[] = [];
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const end = at < 0 ? text.length : at;
    const event = readEvent(text.slice(start, end));
    if (event === undefined) return { events, bad: events.length };
    events.push(event);
    start = end + 1;
  }
  return { events, bad: undefined };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readEvent(line: string): LogEvent | undefined {
  const e = parse(line);
  if (!isObject(e)) return undefined;
  const kind = own(e, 'kind');
  const view = own(e, 'view') ?? null;
  const data = own(e, 'data') ?? null;
  const body = readBody(own(e, 'body') ?? null);
  const headers = readHeaders(own(e, 'headers') ?? null);
  const { seq, mono, wall, recording, tab } = e;
  if (typeof seq !== 'number' || typeof mono !== 'number' || typeof wall !== 'number') return undefined;
  if (typeof recording !== 'string' || typeof tab !== 'string' || !isKind(kind)) return undefined;
  if (view !== null && view !== 'full' && view !== 'cors') return undefined;
  if (data !== null && !isObject(data)) return undefined;
  if (body === undefined || headers === undefined) return undefined;
  return {
    seq,
    kind,
    mono,
    wall,
    recording,
    tab,
    endpoint: text(e, 'endpoint'),
    exchange: text(e, 'exchange'),
    cause: number(e, 'cause'),
    method: text(e, 'method'),
    status: number(e, 'status'),
    headers,
    view,
    body,
    data,
  };
}

function isKind(value: unknown): value is EventKind {
  return typeof value === 'string' && (EVENT_KINDS as readonly string[]).includes(value);
}

function text(event: unknown, key: string): string | null {
  const found = own(event, key);
  return typeof found === 'string' ? found : null;
}

function number(event: unknown, key: string): number | null {
  const found = own(event, key);
  return typeof found === 'number' ? found : null;
}

function readBody(value: unknown): Body | null | undefined {
  if (value === null) return null;
  const plain = own(value, 'text');
  if (typeof plain === 'string') return { text: plain };
  const binary = own(value, 'base64');
  return typeof binary === 'string' ? { base64: binary } : undefined;
}

function readHeaders(value: unknown): readonly HeaderPair[] | null | undefined {
  if (value === null) return null;
  if (!Array.isArray(value)) return undefined;
  const pairs = value.filter(
    (pair): pair is [string, string] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
  );
  return pairs.length === value.length ? pairs : undefined;
}

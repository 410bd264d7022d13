import type { HeaderPair } from '../../../../server/protocol/headers.ts';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { isoTime, streamText, textOf, type WireExchange, wireExchanges } from './wire.ts';

/**
 * A log as an HTTP Archive 1.2. What HAR has no member for goes into members that begin with `_`, as its rules want: `_frames` are
 * the frames of an event stream with their times, `_events` what else the log says of an exchange, so that a reader of ours (har-read.ts)
 * gives the same log back.
 */
export function toHar(events: readonly LogEvent[], about: { readonly version: string }): string {
  const exchanges = wireExchanges(events).filter(isEntry);
  const held = new Set<number>();
  const entries = exchanges.map((exchange) => {
    for (const event of partsOf(exchange)) held.add(event.seq);
    return entryOf(exchange);
  });
  const rest = events.filter(({ seq }) => !held.has(seq));
  const log = {
    version: '1.2',
    creator: { name: 'Taskscope', version: about.version },
    pages: [],
    entries,
    _taskscope: { version: 1, events: rest },
  };
  return JSON.stringify({ log });
}

function partsOf({ request, head, body, frames, end }: WireExchange): readonly LogEvent[] {
  return [request, head, body, ...frames, end].filter((event) => event !== undefined);
}

/** HAR has no entry for what has no address, such as a message to a process. */
function isEntry({ request }: WireExchange): boolean {
  return URL.canParse(urlOf(request)) && /^https?:/.test(urlOf(request));
}

function urlOf(request: LogEvent): string {
  return typeof request.data?.url === 'string' ? request.data.url : (request.endpoint ?? '');
}

function entryOf(exchange: WireExchange): JsonObject {
  const { request, head, body, frames, end } = exchange;
  const last = end ?? frames.at(-1) ?? body ?? head ?? request;
  const wait = Math.max(0, (head ?? last).mono - request.mono);
  const receive = Math.max(0, last.mono - (head ?? last).mono);
  const headers = request.headers ?? [];
  const type = value(headers, 'content-type') ?? 'application/json';
  const url = new URL(urlOf(request));
  const failed = end?.kind === 'fail' ? end.data?.message : undefined;
  return {
    startedDateTime: isoTime(request.wall),
    time: wait + receive,
    request: {
      method: typeof request.data?.http === 'string' ? request.data.http : 'POST',
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: [...url.searchParams].map(([name, text]) => ({ name, value: text })),
      ...(request.body === null ? {} : { postData: { mimeType: type, params: [], text: textOf(request) } }),
      headersSize: -1,
      bodySize: size(textOf(request)),
    },
    response: responseOf(exchange, typeof failed === 'string' ? failed : ''),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait, receive, ssl: -1 },
    _exchange: exchange.id,
    ...(frames.length === 0
      ? {}
      : { _frames: frames.map((frame) => ({ ...frame }) as unknown as JsonObject) }),
    _events: [request, head, body, end]
      .filter((event) => event !== undefined)
      .map((event) => withoutShown(event, frames.length > 0)),
  };
}

/** An event without what HAR has a member for: the headers of both sides, and text bodies. What is not UTF-8 stays here. */
function withoutShown(event: LogEvent, streamed: boolean): JsonObject {
  const { body, headers, ...rest } = event;
  const headersShown = headers !== null && (event.kind === 'request' || event.kind === 'head');
  const bodyShown =
    body !== null && 'text' in body && (event.kind === 'request' || (event.kind === 'body' && !streamed));
  return {
    ...rest,
    ...(headersShown ? {} : { headers }),
    ...(bodyShown ? {} : { body }),
  } as unknown as JsonObject;
}

function responseOf({ head, body, frames }: WireExchange, failed: string): JsonObject {
  const headers = head?.headers ?? [];
  const text = frames.length > 0 ? streamText(frames) : textOf(body);
  const binary = body?.body != null && 'base64' in body.body ? body.body.base64 : undefined;
  const type = value(headers, 'content-type') ?? 'x-unknown';
  return {
    // 0 is what browsers write where no answer came.
    status: head?.status ?? 0,
    statusText: failed === '' ? '' : failed,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: {
      size: binary === undefined ? size(text) : Math.floor((binary.length * 3) / 4),
      mimeType: type,
      ...(binary === undefined ? { text } : { text: binary, encoding: 'base64' }),
    },
    redirectURL: value(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

function pairs(headers: readonly HeaderPair[]): JsonObject[] {
  return headers.map(([name, text]) => ({ name, value: text }));
}

function value(headers: readonly HeaderPair[], name: string): string | undefined {
  return headers.find(([found]) => found.toLowerCase() === name)?.[1];
}

/** UTF-8 bytes of a text. */
function size(text: string): number {
  return new TextEncoder().encode(text).length;
}

import type { HeaderPair } from './headers.ts';
import { isObject, type JsonValue, own, ownString } from './json.ts';

/** Version of the bridge's messages (docs/bridge.md). A server refuses any other. */
export const BRIDGE_VERSION = 1;
/** The path of its WebSocket. */
export const BRIDGE_PATH = '/bridge';

/** Why the server closes a socket, beside WebSocket's own codes. */
export const BRIDGE_CLOSE = {
  badMessage: 4400,
  wrongKey: 4401,
  otherVersion: 4406,
  noHello: 4408,
} as const;

/** Sizes in bytes. */
export const BRIDGE_LIMITS = {
  /** Channels of one socket at a time. */
  channels: 64,
  /** The body of a request. */
  requestBody: 16 * 1_048_576,
  /** What a channel may send before the page has taken it. */
  credit: 262_144,
} as const;

export const BRIDGE_METHODS = ['POST', 'GET', 'DELETE'] as const;
export type BridgeMethod = (typeof BRIDGE_METHODS)[number];

/** Where a URL comes from: a person typed it, or an answer of an endpoint named it (attack 6). */
export type Source =
  | { readonly kind: 'typed' }
  /** `by` is the endpoint; `confirmed`: a person has seen the host and said yes. */
  | { readonly kind: 'named'; readonly by: string; readonly confirmed: boolean };

/** A request that the bridge is to make. */
export interface OpenHttp {
  readonly kind: 'http';
  readonly method: BridgeMethod;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body: { readonly text: string } | { readonly base64: string } | undefined;
  readonly source: Source;
}

/** A process of the command line's that the bridge is to start and talk to. */
export interface OpenStdio {
  readonly kind: 'stdio';
  readonly server: string;
}

export type ToBridge =
  | { readonly type: 'open'; readonly channel: number; readonly open: OpenHttp | OpenStdio }
  /** The page has taken so many bytes more of the channel. */
  | { readonly type: 'credit'; readonly channel: number; readonly bytes: number }
  /** A message to the process of a stdio channel, without its line end. */
  | { readonly type: 'line'; readonly channel: number; readonly text: string }
  | { readonly type: 'cancel'; readonly channel: number };

/** ms since the channel was opened; each is there once its moment has come. */
export interface BridgeTimes {
  /** The name was resolved and its addresses were checked. */
  readonly resolved: number;
  /** Connected, TLS included. */
  readonly connected: number;
  readonly head: number;
}

/** What a failed channel is called; the words for people are the page's. */
export type BridgeCause =
  | 'bad-request'
  | 'bad-url'
  | 'bad-header'
  | 'address-refused'
  | 'needs-consent'
  | 'rebound'
  | 'too-large'
  | 'too-many'
  | 'dns'
  | 'refused'
  | 'no-route'
  | 'connect-timeout'
  | 'tls'
  | 'not-tls'
  | 'no-answer'
  | 'not-http'
  | 'head-too-large'
  | 'broken-off'
  | 'missing-command'
  | 'not-allowed'
  | 'unknown-server'
  | 'failed';

/** A server that the command line named. */
export interface StdioServer {
  readonly name: string;
  /** As it was given, for people. */
  readonly command: string;
}

export type FromBridge =
  | { readonly type: 'welcome'; readonly version: number; readonly stdio: readonly StdioServer[] }
  | {
      readonly type: 'head';
      readonly channel: number;
      readonly status: number;
      /** Raw pairs, in the order and case in which the server sent them. */
      readonly headers: readonly HeaderPair[];
      readonly times: BridgeTimes;
      /** The address that was connected to, `127.0.0.1` or `::1`. */
      readonly address: string;
    }
  | { readonly type: 'end'; readonly channel: number; readonly at: number; readonly bytes: number }
  | {
      readonly type: 'error';
      readonly channel: number;
      readonly code: BridgeCause;
      /** The system's own words, or what is refused and why. */
      readonly detail: string;
      readonly at: number;
    }
  | { readonly type: 'started'; readonly channel: number; readonly at: number }
  /** A line that the process wrote, without its end. */
  | {
      readonly type: 'line';
      readonly channel: number;
      readonly from: 'stdout' | 'stderr';
      readonly text: string;
      /** True where the line was longer than the limit and is cut. */
      readonly cut?: true;
      readonly at: number;
    }
  | {
      readonly type: 'exit';
      readonly channel: number;
      readonly code: number | null;
      readonly signal: string | null;
      readonly at: number;
    };

/** A part of a response's body; sent as a binary message: channel (u32), `at` (f64, ms since the opening), the bytes. */
export interface BridgeChunk {
  readonly channel: number;
  readonly at: number;
  readonly bytes: Uint8Array;
}

const CHUNK_HEAD = 12;

export function writeChunk({ channel, at, bytes }: BridgeChunk): Uint8Array {
  const out = new Uint8Array(CHUNK_HEAD + bytes.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, channel);
  view.setFloat64(4, at);
  out.set(bytes, CHUNK_HEAD);
  return out;
}

/** Undefined for a message that is too short to be one. */
export function readChunk(message: ArrayBuffer): BridgeChunk | undefined {
  if (message.byteLength < CHUNK_HEAD) return undefined;
  const view = new DataView(message);
  return { channel: view.getUint32(0), at: view.getFloat64(4), bytes: new Uint8Array(message, CHUNK_HEAD) };
}

/** Reads a message of the page after its hello; a string says what is wrong with it. */
export function readToBridge(value: JsonValue): ToBridge | string {
  const channel = own(value, 'channel');
  if (!isCount(channel) || channel < 1 || channel > 0xffff_ffff)
    return 'channel is a whole number from 1 to 4294967295';
  switch (ownString(value, 'type')) {
    case 'open': {
      const open = readOpen(value);
      return typeof open === 'string' ? open : { type: 'open', channel, open };
    }
    case 'credit': {
      const bytes = own(value, 'bytes');
      return isCount(bytes) ? { type: 'credit', channel, bytes } : 'credit wants bytes, a whole number';
    }
    case 'line': {
      const text = ownString(value, 'text');
      return text === undefined ? 'line wants text' : { type: 'line', channel, text };
    }
    case 'cancel':
      return { type: 'cancel', channel };
    default:
      return 'type is one of open, credit, line and cancel';
  }
}

function readOpen(value: JsonValue): OpenHttp | OpenStdio | string {
  const kind = ownString(value, 'kind');
  const server = ownString(value, 'server');
  if (kind === 'stdio') return server === undefined ? 'stdio wants server, a name' : { kind, server };
  if (kind !== 'http') return 'kind is http or stdio';
  const method = BRIDGE_METHODS.find((known) => known === ownString(value, 'method'));
  const url = ownString(value, 'url');
  const headers = own(value, 'headers');
  const source = readSource(own(value, 'source'));
  if (method === undefined) return `method is one of ${BRIDGE_METHODS.join(', ')}`;
  if (url === undefined || !isPairs(headers)) return 'open wants url, and headers as pairs of texts';
  if (source === undefined) return 'source is {"kind": "typed"}, or "named" with by and confirmed';
  const body = readBody(own(value, 'body'));
  if (typeof body === 'string') return body;
  return { kind, method, url, headers, body, source };
}

function readBody(value: JsonValue | undefined): OpenHttp['body'] | string {
  if (value === undefined) return undefined;
  const text = ownString(value, 'text');
  if (text !== undefined) return { text };
  const base64 = ownString(value, 'base64');
  return base64 === undefined ? 'body has text or base64' : { base64 };
}

function readSource(value: JsonValue | undefined): Source | undefined {
  const kind = ownString(value, 'kind');
  if (kind === 'typed') return { kind };
  const by = ownString(value, 'by');
  return kind === 'named' && by !== undefined
    ? { kind, by, confirmed: own(value, 'confirmed') === true }
    : undefined;
}

function isPairs(value: unknown): value is readonly HeaderPair[] {
  return (
    Array.isArray(value) &&
    value.every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
    )
  );
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Reads the hello: its version and key are not judged here. */
export function readBridgeHello(
  value: JsonValue,
): { readonly version: number; readonly key: string } | undefined {
  const version = own(value, 'version');
  const key = ownString(value, 'key');
  if (!isObject(value) || ownString(value, 'type') !== 'hello' || typeof version !== 'number')
    return undefined;
  return key === undefined ? undefined : { version, key };
}

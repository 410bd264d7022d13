import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../ports/clock.ts';
import {
  type Answer,
  type Asked,
  announcedBytes,
  Departure,
  type Flowing,
  type ReadBody,
} from '../ports/exchange.ts';

/** What is left of a body that was not read is taken for so long and no longer, ms and bytes; then the connection ends. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 64 * 1024 * 1024;

/** A request of Node's as the demo server reads it. The Host header has been checked (listen.ts), so it names this server. */
export class NodeAsked implements Asked {
  readonly #request: IncomingMessage;
  #url: string | undefined;
  readonly method: string;
  readonly headers: RawHeaders;
  readonly signal = new Departure();

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.method = request.method ?? 'GET';
    this.headers = new RawHeaders(request.rawHeaders);
  }

  get url(): string {
    this.#url ??= `http://${this.headers.get('host')}${this.#request.url}`;
    return this.#url;
  }

  read(limit: number): Promise<ReadBody> {
    return readWhole(this.#request, announcedBytes(this.headers.get('content-length')), limit);
  }
}

/**
 * Headers as they came, names and values in turn: of several headers of one name Node itself keeps some and drops others. Looked through
 * for each name, since a request has a handful: a table of them costs more than all looks together.
 */
class RawHeaders {
  readonly #list: readonly string[];

  constructor(list: readonly string[]) {
    this.#list = list;
  }

  get(name: string): string | null {
    const list = this.#list;
    let found: string | null = null;
    for (let i = 0; i + 1 < list.length; i += 2) {
      const key = list[i] ?? '';
      if (key.length !== name.length) continue;
      if (key !== name && key.toLowerCase() !== name.toLowerCase()) continue;
      found = found === null ? (list[i + 1] ?? '') : `${found}, ${list[i + 1]}`;
    }
    return found;
  }
}

function readWhole(
  request: IncomingMessage,
  announced: number | undefined,
  limit: number,
): Promise<ReadBody> {
  return new Promise((resolve) => {
    if (announced !== undefined && announced > limit) return resolve({ ok: false, reason: 'too-large' });
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= limit) return void chunks.push(chunk);
      // Later ones are let go of as they come, until drain ends it.
      chunks.length = 0;
      resolve({ ok: false, reason: 'too-large' });
    });
    request.on('end', () => {
      const [first = Buffer.alloc(0), ...more] = chunks;
      const bytes = more.length === 0 ? first : Buffer.concat(chunks);
      resolve(isUtf8(bytes) ? { ok: true, text: textOf(bytes) } : { ok: false, reason: 'unreadable' });
    });
    // The connection broke: then nobody reads the answer anyway.
    request.on('error', () => resolve({ ok: false, reason: 'unreadable' }));
  });
}

/** Without the mark of byte order, as a TextDecoder reads it. */
function textOf(bytes: Buffer): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', marked ? 3 : 0);
}

/**
 * Writes an answer; what flows is written as it comes. @param failed is told the error of a source, or of an answer that cannot be
 * written, once
 */
export function send(response: ServerResponse, answer: Answer, failed: (error: unknown) => void): void {
  try {
    const { status, headers, body } = answer;
    if (response.destroyed) {
      if (typeof body === 'object') body?.getReader().cancel().catch(failed);
    } else if (body === null) {
      response.writeHead(status, headers);
      response.end();
    } else if (typeof body === 'string') {
      const bytes = Buffer.byteLength(body);
      response.writeHead(status, [...flat(headers), 'Content-Length', String(bytes)]);
      // As many bytes as characters: ASCII alone, which is written as it is, without a look at each character.
      response.end(body, bytes === body.length ? 'latin1' : 'utf8');
    } else {
      response.writeHead(status, headers);
      response.flushHeaders();
      pump(body, response).catch(failed);
    }
  } catch (error) {
    failed(error);
  }
}

const FLAT = new WeakMap<Answer['headers'], readonly string[]>();

/** Names and values in turn, as Node writes them with the least ado. Made once for headers that many answers share. */
function flat(headers: Answer['headers']): readonly string[] {
  let list = FLAT.get(headers);
  if (list === undefined) {
    list = Object.entries(headers).flat();
    FLAT.set(headers, list);
  }
  return list;
}

/** One chunk after the other, and no next one before the connection has room. */
async function pump(body: Flowing, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  response.on('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (response.destroyed) return;
    if (done || value === undefined) return void response.end();
    if (!response.write(value)) await roomOrEnd(response);
  }
}

function roomOrEnd(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}

/** After an answer that came before the request was read whole: takes the rest, so that the client gets to read, but not for ever. */
export function drainRest(request: IncomingMessage, clock: Clock): void {
  if (request.readableEnded || request.destroyed) return;
  const { socket } = request;
  const cancel = clock.after(DRAIN_MS, () => socket.destroySoon());
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > DRAIN_BYTES) socket.destroySoon();
  });
  request.on('close', cancel);
  request.resume();
}

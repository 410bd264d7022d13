import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../ports/clock.ts';
import { type Answer, type Asked, Departure, type Flowing, type ReadBody } from '../ports/exchange.ts';

/** What is left of a body that was not read is taken for so long and no longer, ms and bytes; then the connection ends. */
const DRAIN_MS = 500;
const DRAIN_BYTES = 64 * 1024 * 1024;

/** A request of Node's as the demo server reads it. The Host header has been checked (listen.ts), so it names this server. */
export class NodeAsked implements Asked {
  readonly #request: IncomingMessage;
  #headers: Map<string, string> | undefined;
  #url: string | undefined;
  readonly method: string;
  readonly signal = new Departure();

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.method = request.method ?? 'GET';
  }

  get url(): string {
    this.#url ??= `http://${this.#header('host')}${this.#request.url}`;
    return this.#url;
  }

  readonly headers = { get: (name: string): string | null => this.#header(name.toLowerCase()) };

  read(limit: number): Promise<ReadBody> {
    return readWhole(this.#request, this.#header('content-length'), limit);
  }

  /** From the raw list: of several headers of one name Node itself keeps some and drops others. */
  #header(name: string): string | null {
    if (this.#headers === undefined) {
      this.#headers = new Map();
      const { rawHeaders } = this.#request;
      for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
        const key = rawHeaders[i]?.toLowerCase() ?? '';
        const value = rawHeaders[i + 1] ?? '';
        const before = this.#headers.get(key);
        this.#headers.set(key, before === undefined ? value : `${before}, ${value}`);
      }
    }
    return this.#headers.get(name) ?? null;
  }
}

function readWhole(request: IncomingMessage, announced: string | null, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    if (Number(announced ?? 0) > limit) return resolve({ ok: false, reason: 'too-large' });
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

/** Writes an answer. Resolves when it has been handed over, a flowing one when it is over; rejects with the error of its source. */
export async function send(response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, body } = answer;
  if (response.destroyed) {
    if (typeof body === 'object') await body?.getReader().cancel();
    return;
  }
  if (body === null) {
    response.writeHead(status, headers);
    response.end();
  } else if (typeof body === 'string') {
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  } else {
    response.writeHead(status, headers);
    response.flushHeaders();
    await pump(body, response);
  }
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

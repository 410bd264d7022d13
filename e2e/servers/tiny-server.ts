import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A JSON-RPC request as it arrived. */
export interface Received {
  readonly method: string;
  readonly id: unknown;
  readonly params: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
  /** The whole body, as it came. */
  readonly text: string;
}

/** An answer by hand: the very body, with its HTTP status and headers. `drop` breaks off in the middle of the body. */
export type Reply =
  | { readonly text: string; readonly status?: number; readonly headers?: Record<string, string> }
  | 'drop';

export type Handler = (call: Received) => Reply | Promise<Reply>;

/** The text of a JSON-RPC result; `result` is text so that nothing of it is changed by a serializer. */
export function resultText(call: Received, result: string): Reply {
  return { text: `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":${result}}` };
}

export function result(call: Received, value: object): Reply {
  return resultText(call, JSON.stringify(value));
}

export function rpcError(call: Received, code: number, message: string): Reply {
  const error = { code, message };
  return { text: JSON.stringify({ jsonrpc: '2.0', id: call.id, error }) };
}

export interface Listed {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: object;
}

/** Answers discovery and the list, and leaves the rest to `rest`. */
export function mcp(tools: readonly Listed[], rest: Handler, extra: object = {}): Handler {
  return (call) => {
    if (call.method === 'server/discover')
      return result(call, {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
        ttlMs: 300_000,
        cacheScope: 'public',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tiny', version: '1' } },
        ...extra,
      });
    if (call.method === 'tools/list')
      return result(call, {
        resultType: 'complete',
        ttlMs: 60_000,
        cacheScope: 'public',
        tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })),
      });
    return rest(call);
  };
}

const NOW = '2026-07-28T12:00:00.000Z';

/** The fields of a flat task, to be spread into a result. */
export function task(taskId: string, status: string, more: object = {}): object {
  const stamps = { createdAt: NOW, lastUpdatedAt: NOW };
  return { resultType: 'complete', taskId, status, ...stamps, ttlMs: null, pollIntervalMs: 100, ...more };
}

/** A server of another origin than the page's, with CORS, that says whatever a test wants it to say. */
export class TinyServer {
  static readonly #closed = new Set<string>();

  /** Whether a URL leads to one that a test has closed: a page that still polls there cannot but fail. */
  static isClosed(url: string): boolean {
    return URL.canParse(url) && TinyServer.#closed.has(new URL(url).port);
  }

  readonly received: Received[] = [];
  readonly #server: Server;
  readonly #cors: boolean;
  handler: Handler;

  private constructor(handler: Handler, cors: boolean) {
    this.handler = handler;
    this.#cors = cors;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** @param port 0 for a free one */
  static async start(handler: Handler, { cors = true, port = 0 } = {}): Promise<TinyServer> {
    const tiny = new TinyServer(handler, cors);
    tiny.#server.listen(port, '127.0.0.1');
    await once(tiny.#server, 'listening');
    TinyServer.#closed.delete(String(tiny.port));
    return tiny;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  of(method: string): readonly Received[] {
    return this.received.filter((call) => call.method === method);
  }

  async close(): Promise<void> {
    TinyServer.#closed.add(String(this.port));
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#cors) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader(
        'Access-Control-Allow-Headers',
        request.headers['access-control-request-headers'] ?? '',
      );
      response.setHeader('Access-Control-Allow-Private-Network', 'true');
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(this.#cors ? 204 : 405).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    // A GET looks for a stream; it stands here under its own name.
    const { method, id, params } = (text === '' ? { method: request.method } : JSON.parse(text)) as Received;
    const call = { method, id, params, headers: request.headers, text };
    this.received.push(call);
    const reply = await this.handler(call);
    if (reply === 'drop') {
      // Not before the first byte: a browser silently asks again where a kept connection closes without one.
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"jsonrpc":', () => request.socket.destroy());
      return;
    }
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
    response.end(reply.text);
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

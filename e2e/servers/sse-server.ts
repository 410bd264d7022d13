import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly content?: Record<string, unknown> };
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'of 2024', version: '1' },
  },
  'tools/list': { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] },
};

/** A server of 2024-11-05: GET /sse opens the stream, messages go to /messages; its tool asks for a name before it answers. */
export async function startSseServer(): Promise<{
  readonly url: string;
  readonly posts: string[];
  close(): Promise<void>;
}> {
  const posts: string[] = [];
  let stream: ServerResponse | undefined;
  let called: unknown;
  const say = (message: object): void =>
    void stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && pathname === '/sse') {
      stream = response;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages?sessionId=1\n\n');
      return;
    }
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', () => {
      posts.push(`${pathname} ${text}`);
      response.writeHead(pathname === '/messages' ? 202 : 405).end('Accepted');
      if (pathname !== '/messages') return;
      const { id, method = '', result } = JSON.parse(text) as Message;
      if (method === 'tools/call') {
        called = id;
        const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
        const params = { message: 'Who are you?', requestedSchema: name };
        say({ id: 'ask-1', method: 'elicitation/create', params });
      } else if (result !== undefined) {
        const content = [{ type: 'text', text: `Hello, ${String(result.content?.name)}.` }];
        say({ id: called, result: { content } });
      } else if (id !== undefined) say({ id, result: RESULTS[method] ?? {} });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`,
    posts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { NotTaken } from '../../gateway/replica.ts';
import { forwardTo } from './forward.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}
const post = (more: RequestInit = {}) =>
  new Request('http://127.0.0.1:6280/mcp?x=1', { method: 'POST', body: '{"é":1}', ...more });

describe('forwardTo', () => {
  test('sends URL, Host, Origin and body as the client gave them, and gives status, headers and body as they came', async () => {
    let got: IncomingMessage | undefined;
    let body = '';
    const { port } = await serve(async (request, response) => {
      got = request;
      for await (const chunk of request) body += String(chunk);
      response.writeHead(
        418,
        [
          ['X-One', 'a'],
          ['Vary', 'Origin'],
          ['Vary', 'Accept'],
        ].flat(),
      );
      response.end('short and stout');
    });
    const headers = new Headers({
      Host: '127.0.0.1:6280',
      Origin: 'http://x.example',
      'Mcp-Name': 'tsk_1',
      Expect: '100-continue',
    });
    const answer = await forwardTo(() => port)(post({ headers }));
    expect([got?.method, got?.url, got?.headers.host, got?.headers.origin, got?.headers['mcp-name']]).toEqual(
      ['POST', '/mcp?x=1', '127.0.0.1:6280', 'http://x.example', 'tsk_1'],
    );
    expect([got?.headers['content-length'], got?.headers.expect, body]).toEqual(['8', undefined, '{"é":1}']);
    expect([answer.status, answer.headers.get('x-one'), answer.headers.get('vary')]).toEqual([
      418,
      'a',
      'Origin, Accept',
    ]);
    expect(await answer.text()).toBe('short and stout');
  });

  test('a port that nobody listens on, and a replica that does not run, did not take the request', async () => {
    const { port, server } = await serve(() => {});
    await new Promise((resolve) => server.close(resolve));
    await expect(forwardTo(() => port)(post())).rejects.toBeInstanceOf(NotTaken);
    await expect(forwardTo(() => undefined)(post())).rejects.toBeInstanceOf(NotTaken);
  });

  test('a replica that breaks off before its answer may have taken it; one in the middle of its answer breaks that off', async () => {
    const { port } = await serve((request) => request.socket.destroy());
    const broken = await forwardTo(() => port)(post()).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(Error);
    expect(broken).not.toBeInstanceOf(NotTaken);
    const half = await serve((request, response) => {
      response.write('half', () => request.socket.destroy());
    });
    const answer = await forwardTo(() => half.port)(post());
    await expect(answer.text()).rejects.toThrow();
  });

  test('R55: a stream comes piece by piece, and ends at the replica when the client goes', async () => {
    let write: (text: string) => void = () => {};
    let closed: () => void = () => {};
    const hasClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { port } = await serve((_, response) => {
      response.on('close', closed);
      write = (text) => void response.write(text);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
    });
    const reader = (await forwardTo(() => port)(post())).body?.getReader();
    const text = new TextDecoder();
    for (const piece of ['one', 'two']) {
      write(piece);
      expect(text.decode((await reader?.read())?.value)).toBe(piece);
    }
    await reader?.cancel();
    await hasClosed;
  });

  test('R53: a client that gives up before the answer ends the request at the replica', async () => {
    let closed: () => void = () => {};
    const hasClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const client = new AbortController();
    const { port } = await serve((request) => {
      request.socket.on('close', closed);
      client.abort();
    });
    await expect(forwardTo(() => port)(post({ signal: client.signal }))).rejects.toThrow();
    await hasClosed;
  });
});

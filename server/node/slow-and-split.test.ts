import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from './clock.ts';
import { type Listening, listen } from './listen.ts';
import { sendRaw } from './raw-http.suite.ts';

let listening: Listening;
const reached: string[] = [];
beforeAll(async () => {
  const patience = { headersMs: 200, requestMs: 400, lookMs: 50 };
  const answer = async (request: Request) => {
    reached.push(`${request.method} ${await request.text()}`);
    return new Response('served\n');
  };
  listening = await listen({ host: '127.0.0.1', port: 0 }, new SystemClock(), answer, { patience });
});
afterAll(() => listening.close());

const head = (...more: string[]) => [
  'POST /mcp HTTP/1.1',
  `Host: 127.0.0.1:${listening.bound.port}`,
  'Content-Type: application/json',
  ...more,
];

/** Opens a connection, sends what is given and no more, and waits until the server has had enough. */
async function stall(text: string): Promise<string> {
  const socket: Socket = connect(listening.bound.port, '127.0.0.1');
  let got = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    got += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return got;
}

describe('clients that take their time', () => {
  it.each([
    ['half of a request line', () => 'POST /mc'],
    ['headers without an end', () => head('X-A: 1').join('\r\n')],
    ['a body that does not come', () => `${head('Content-Length: 10').join('\r\n')}\r\n\r\n{"a"`],
    ['a chunk that does not come', () => `${head('Transfer-Encoding: chunked').join('\r\n')}\r\n\r\n5\r\n{`],
  ])('%s: the connection is ended with a 408, and others are served meanwhile', async (_what, text) => {
    const stalled = stall(text());
    const served = await fetch(listening.origin, { method: 'POST', body: '{}' });
    expect(await served.text()).toBe('served\n');
    expect(await stalled).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('requests of which it is not clear where they end', () => {
  const smuggled = '0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n';
  it.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5']],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 40']],
    ['one length twice', ['Content-Length: 5', 'Content-Length: 5']],
    ['two lengths in one line', ['Content-Length: 5, 40']],
    ['a length with a sign', ['Content-Length: +5']],
    ['a length in hexadecimal', ['Content-Length: 0x5']],
    ['a coding that nobody knows', ['Transfer-Encoding: xchunked']],
    ['chunked, and then something else', ['Transfer-Encoding: chunked, identity']],
    ['a space before the colon', ['Content-Length : 5']],
    ['a folded line', ['Content-Length: 5', ' 0']],
    ['a bare carriage return', ['X-A: b\rTransfer-Encoding: chunked']],
  ])('%s: 400, the connection ends, and nothing is served', async (_what, headers) => {
    const before = reached.length;
    const answer = await sendRaw(listening.bound.port, head(...headers), smuggled);
    expect(answer.status).toBe(400);
    expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(reached).toHaveLength(before);
  });

  it('a plain request on a connection of its own is served', async () => {
    const answer = await sendRaw(listening.bound.port, head('Content-Length: 2', 'Connection: close'), '{}');
    expect(answer.status).toBe(200);
    expect(reached.at(-1)).toBe('POST {}');
  });
});

import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { SystemClock } from './clock.ts';
import { type Listening, listen } from './listen.ts';
import { sendRaw } from './raw-http.suite.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function serving(): Promise<{ readonly port: number; readonly host: string }> {
  listening = await listen({ host: '127.0.0.1', port: 0 }, new SystemClock(), async (request) =>
    Response.json({
      method: request.method,
      upgrade: request.headers.get('upgrade'),
      body: await request.text(),
    }),
  );
  const { port } = listening.bound;
  return { port, host: `Host: 127.0.0.1:${port}` };
}

const HTTP2 = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAAA',
] as const;
const WEBSOCKET = ['Connection: Upgrade', 'Upgrade: WebSocket', 'Sec-WebSocket-Version: 13'] as const;

it('a request that offers HTTP/2, as Java’s client does, is served as if it had not, with its body', async () => {
  const { port, host } = await serving();
  const body = 'ü'.repeat(50_000);
  const head = ['POST /mcp HTTP/1.1', host, ...HTTP2, `Content-Length: ${Buffer.byteLength(body)}`];
  const answer = new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      // In two parts, so that the body comes after the connection has changed hands.
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`, () => socket.write(body.slice(10)));
    });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('"}')) {
        resolve(text);
        socket.destroy();
      }
    });
    socket.on('error', reject);
  });
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(JSON.parse((await answer).split('\r\n\r\n')[1]?.replace(/^[^{]*/, '') ?? '')).toEqual({
    method: 'POST',
    upgrade: null,
    body,
  });
});

it('where nothing serves WebSockets, one is refused in words; the Host is looked at first', async () => {
  const { port, host } = await serving();
  const refused = await sendRaw(port, ['GET /lab HTTP/1.1', host, ...WEBSOCKET]);
  expect(refused).toMatchObject({ status: 404, text: expect.stringContaining('no WebSocket here') });
  for (const offer of [WEBSOCKET, [...HTTP2, 'Content-Length: 0']])
    expect((await sendRaw(port, ['GET /lab HTTP/1.1', 'Host: evil.example', ...offer])).status).toBe(403);
  listening?.drain();
  expect((await sendRaw(port, ['GET /lab HTTP/1.1', host, ...WEBSOCKET])).status).toBe(503);
});

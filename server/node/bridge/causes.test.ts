import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRIDGE_LIMITS } from '../../protocol/bridge.ts';
import { SELF_SIGNED } from './self-signed.suite.ts';
import { ServedBridge, urlOf } from './served-bridge.suite.ts';

let served: ServedBridge;
beforeEach(async () => {
  served = await ServedBridge.start();
});
afterEach(() => served.close());

describe('causes', () => {
  const tcp = async (answer: (socket: Socket) => void): Promise<string> => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      answer(socket);
    });
    server.listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    return urlOf(server);
  };
  const cause = async (url: string, over: object = {}) => {
    const page = await served.greeted();
    page.open(1, url, over);
    const { code, detail } = await page.next('error', 1);
    return `${code}: ${detail}`;
  };

  it('a port that nothing listens on is refused', async () => {
    const url = await tcp(() => {});
    const { port } = new URL(served.upstream);
    await served.endUpstream();
    expect(await cause(`http://127.0.0.1:${port}/`)).toMatch(/^refused: .*ECONNREFUSED/);
    expect(await cause(url.replace('http', 'https').replace(/:\d+$/, `:${port}`))).toMatch(/^refused/);
  });

  it('a name that does not resolve', async () => {
    expect(await cause('http://nowhere.invalid/mcp')).toMatch(/^dns: .*nowhere\.invalid/);
  });

  it('https at a port that speaks http', async () => {
    expect(await cause(served.upstream.replace('http', 'https'))).toMatch(/^not-tls: /);
  });

  it('a certificate that nobody trusts', async () => {
    const server = createTlsServer(SELF_SIGNED, (_, response) => void response.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await cause(urlOf(server).replace('http', 'https'))).toMatch(/^tls: .*SELF_SIGNED/);
    server.close();
  });

  it('what is no HTTP, and what closes without a word', async () => {
    expect(await cause(await tcp((socket) => void socket.end('SSH-2.0-x\r\n')))).toMatch(/^not-http: /);
    expect(await cause(await tcp((socket) => void socket.once('data', () => socket.destroy())))).toMatch(
      /^no-answer: /,
    );
  });

  it('an answer that breaks off', async () => {
    const url = await tcp(
      (socket) =>
        void socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () => socket.destroy());
        }),
    );
    expect(await cause(url)).toMatch(/^broken-off: /);
  });

  it('a head without an end', async () => {
    const url = await tcp(
      (socket) => void socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(70_000)}`)),
    );
    expect(await cause(url)).toMatch(/^head-too-large: /);
  });

  it('attack 6: link-local addresses and other schemes', async () => {
    expect(await cause('http://169.254.169.254/latest/meta-data/')).toMatch(/^address-refused: /);
    expect(await cause('file:///etc/passwd')).toMatch(/^bad-url: /);
  });

  it('attack 7: headers that break the message', async () => {
    for (const header of [
      ['X-A', 'a\r\nX-B: c'],
      ['Host', 'evil.test'],
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
    ])
      expect(await cause(served.upstream, { headers: [header] })).toMatch(/^bad-header: /);
  });

  it('a body that is no base64', async () => {
    expect(await cause(served.upstream, { method: 'POST', body: { base64: '*' } })).toMatch(/^bad-request: /);
  });

  it('more channels than there may be', async () => {
    served.serve = () => {};
    const page = await served.greeted();
    for (let channel = 1; channel <= BRIDGE_LIMITS.channels + 1; channel += 1)
      page.open(channel, served.upstream);
    expect(await page.next('error')).toMatchObject({ channel: BRIDGE_LIMITS.channels + 1, code: 'too-many' });
  });

  it('a stdio server where there is none', async () => {
    const page = await served.greeted();
    page.say({ type: 'open', channel: 1, kind: 'stdio', server: 'a' });
    expect(await page.next('error', 1)).toMatchObject({ code: 'unknown-server' });
  });
});

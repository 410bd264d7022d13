import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../ports/manual-clock.ts';
import { addedHeaders, BRIDGE_LIMITS } from '../../protocol/bridge.ts';
import { SystemClock } from '../clock.ts';
import { socketDoor } from '../door.ts';
import { type Listening, listen } from '../listen.ts';
import { type Bridge, openBridge } from './bridge.ts';
import { BridgePage } from './page.suite.ts';

const KEY = 'k'.repeat(32);

let listening: Listening;
let bridge: Bridge;
let machine: ManualClock;
let upstream: Server;
let serve: RequestListener;
beforeEach(async () => {
  machine = new ManualClock(undefined, () => new Promise((resolve) => setImmediate(resolve)));
  bridge = openBridge({ key: KEY, machine, linkLocal: false });
  const door = socketDoor({ '/bridge': { opened: async () => bridge } }, ['https://ours.example']);
  listening = await listen({ host: '127.0.0.1', port: 0 }, new SystemClock(), async () => new Response(''), {
    take: (...asking) => door.take(listening.hosts, ...asking),
  });
  serve = (_, response) => void response.end('hello');
  upstream = createServer((request, response) => serve(request, response));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
afterEach(async () => {
  bridge.close();
  await machine.advance(1_000);
  await listening.close();
  upstream.closeAllConnections();
  upstream.close();
});

const urlOf = (server: { address(): unknown }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const greeted = () => BridgePage.greeted(listening.origin, KEY);
const hello = (over: object = {}) => ({ type: 'hello', version: 1, key: KEY, ...over });

describe('the first message', () => {
  it.each([
    ['attack 5: a wrong key', hello({ key: 'K'.repeat(32) }), 4401],
    ['attack 5: an empty key', hello({ key: '' }), 4401],
    ['attack 5: no key', hello({ key: undefined }), 4400],
    ['attack 5: an opening without a hello', { type: 'open', channel: 1 }, 4400],
    ['another version', hello({ version: 2 }), 4406],
    ['a wrong key and another version: no version is told', hello({ version: 2, key: '' }), 4401],
  ])('%s closes, and nothing is fetched', async (_, message, code) => {
    let asked = 0;
    serve = (_request, response) => {
      asked += 1;
      response.end();
    };
    const page = new BridgePage(listening.origin);
    await page.opened();
    page.say(message);
    page.open(1, urlOf(upstream));
    expect((await page.closed)[0]).toBe(code);
    expect(page.heard).toEqual([]);
    expect(asked).toBe(0);
  });

  it('attack 5: a page that says nothing for five seconds is closed', async () => {
    const page = new BridgePage(listening.origin);
    await page.opened();
    await machine.advance(5_000);
    expect((await page.closed)[0]).toBe(4408);
  });

  it.each([
    ['attack 3: a foreign origin', { Origin: 'http://evil.test' }],
    ['attack 3: null', { Origin: 'null' }],
    ['attack 3: our name as https', { Origin: 'https://127.0.0.1' }],
    ['attack 3: a suffix of ours', { Origin: 'http://127.0.0.1.evil.test' }],
    ['attack 1: a foreign Host', { Host: 'evil.test' }],
    ['attack 1: a Host with a trailing dot', { Host: 'localhost.' }],
  ])('%s is a 403 before any message', async (_, headers) => {
    expect(await new BridgePage(listening.origin, headers).closed).toEqual([403, '']);
  });

  it('attack 3: our own origin and an allowed one are let in', async () => {
    for (const Origin of [listening.origin, 'https://ours.example']) {
      const page = new BridgePage(listening.origin, { Origin });
      await page.opened();
      page.say(hello());
      expect(await page.next('welcome')).toEqual({ type: 'welcome', version: 1, stdio: [] });
    }
  });
});

describe('an exchange', () => {
  it('sends the very headers that it tells, and tells the very ones that came', async () => {
    let got: { request: IncomingMessage; body: string } | undefined;
    serve = async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      got = { request, body };
      response.writeHead(418, 'Tea', ['X-Twice', '1', 'x-TWICE', '2', 'Set-Cookie', 'a=b', 'X-Latin', 'é']);
      response.end('short');
    };
    const page = await greeted();
    const url = new URL(`${urlOf(upstream)}/mcp?a=1`);
    const headers = [
      ['Content-Type', 'application/json'],
      ['Mcp-Name', 'not the body’s'.replace('’', "'")],
      ['Mcp-Name', 'twice'],
      ['Origin', 'https://evil.test'],
    ];
    const text = '{"é":1}';
    page.open(7, url.href, { method: 'POST', headers, body: { text } });
    const head = await page.next('head', 7);
    expect(head).toMatchObject({ status: 418, address: '127.0.0.1' });
    expect(head.headers.slice(0, 4)).toEqual([
      ['X-Twice', '1'],
      ['x-TWICE', '2'],
      ['Set-Cookie', 'a=b'],
      ['X-Latin', 'é'],
    ]);
    expect(head.times.resolved).toBeLessThanOrEqual(head.times.connected);
    expect(head.times.connected).toBeLessThanOrEqual(head.times.head);
    expect(await page.next('end', 7)).toMatchObject({ bytes: 5 });
    expect(page.text(7)).toBe('short');
    expect(got?.body).toBe(text);
    expect(got?.request.url).toBe('/mcp?a=1');
    const { before, after } = addedHeaders(url.host, 'POST', Buffer.byteLength(text));
    expect(got?.request.rawHeaders).toEqual([...before, ...headers, ...after].flat());
  });

  it('tells each chunk as it comes, and bytes that are no text', async () => {
    const held: ServerResponse[] = [];
    serve = (_, response) => {
      response.write(Buffer.from([0xff, 0x00]));
      held.push(response);
    };
    const page = await greeted();
    page.open(1, urlOf(upstream));
    while (page.bytes(1) < 2) await page.changed();
    expect(page.heard.map(({ type }) => type)).toEqual(['welcome', 'head']);
    held[0]?.end(Buffer.from([0x80]));
    await page.next('end', 1);
    expect(page.chunks.map(({ bytes }) => [...bytes])).toEqual([[0xff, 0x00], [0x80]]);
    expect(page.chunks[0]?.at).toBeLessThanOrEqual(page.chunks[1]?.at ?? -1);
  });

  it('attack 6: a redirect is told and not followed', async () => {
    let asked = 0;
    serve = (request, response) => {
      asked += 1;
      response.writeHead(302, { Location: `http://${request.headers.host}/secret` }).end();
    };
    const page = await greeted();
    page.open(1, urlOf(upstream));
    const { status, headers } = await page.next('head', 1);
    expect(status).toBe(302);
    expect(headers).toContainEqual(['Location', `${urlOf(upstream)}/secret`]);
    await page.next('end', 1);
    expect(asked).toBe(1);
  });

  it('attack 12: a page that does not take what comes holds the server back, and credit lets it go on', async () => {
    const part = Buffer.alloc(65_536);
    let written = 0;
    serve = (_, response) => {
      const more = (): void => {
        written += part.length;
        response.write(part, more);
      };
      more();
    };
    const page = await greeted();
    page.open(1, urlOf(upstream));
    while (page.bytes(1) < BRIDGE_LIMITS.credit) await page.changed();
    // What stands in the two kernels' buffers differs; that no more than one read beyond the credit was passed on does not.
    page.open(2, `${urlOf(upstream)}/other`);
    await page.next('head', 2);
    expect(page.bytes(1)).toBeLessThan(BRIDGE_LIMITS.credit + 2 * part.length);
    const before = page.bytes(1);
    page.say({ type: 'credit', channel: 1, bytes: page.bytes(1) });
    while (page.bytes(1) <= before) await page.changed();
    expect(written).toBeGreaterThan(before);
  });

  it('a cancel closes the connection, and nothing more is told', async () => {
    const gone = new Promise<void>((resolve) => {
      serve = (request, response) => {
        response.write('a');
        request.on('close', resolve);
      };
    });
    const page = await greeted();
    page.open(1, urlOf(upstream));
    await page.next('head', 1);
    page.say({ type: 'cancel', channel: 1 });
    await gone;
    serve = (_, response) => void response.end('again');
    page.open(1, urlOf(upstream));
    await page.next('end', 1);
    expect(page.heard.map(({ type }) => type)).toEqual(['welcome', 'head', 'head', 'end']);
  });

  it('a page that goes away takes its exchanges with it', async () => {
    const gone = new Promise<void>((resolve) => {
      serve = (request, response) => {
        response.write('a');
        request.on('close', resolve);
      };
    });
    const page = await greeted();
    page.open(1, urlOf(upstream));
    await page.next('head', 1);
    page.ws.terminate();
    await gone;
  });
});

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
    const page = await greeted();
    page.open(1, url, over);
    const { code, detail } = await page.next('error', 1);
    return `${code}: ${detail}`;
  };

  it('a port that nothing listens on is refused', async () => {
    const url = await tcp(() => {});
    const { port } = new URL(urlOf(upstream));
    upstream.close();
    upstream.closeAllConnections();
    await once(upstream, 'close');
    expect(await cause(`http://127.0.0.1:${port}/`)).toMatch(/^refused: .*ECONNREFUSED/);
    expect(await cause(url.replace('http', 'https').replace(/:\d+$/, `:${port}`))).toMatch(/^refused/);
  });

  it('a name that does not resolve', async () => {
    expect(await cause('http://nowhere.invalid/mcp')).toMatch(/^dns: .*nowhere\.invalid/);
  });

  it('https at a port that speaks http', async () => {
    expect(await cause(urlOf(upstream).replace('http', 'https'))).toMatch(/^not-tls: /);
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
      expect(await cause(urlOf(upstream), { headers: [header] })).toMatch(/^bad-header: /);
  });

  it('a body that is no base64', async () => {
    expect(await cause(urlOf(upstream), { method: 'POST', body: { base64: '*' } })).toMatch(/^bad-request: /);
  });

  it('more channels than there may be', async () => {
    serve = () => {};
    const page = await greeted();
    for (let channel = 1; channel <= BRIDGE_LIMITS.channels + 1; channel += 1)
      page.open(channel, urlOf(upstream));
    expect(await page.next('error')).toMatchObject({ channel: BRIDGE_LIMITS.channels + 1, code: 'too-many' });
  });

  it('a stdio server where there is none', async () => {
    const page = await greeted();
    page.say({ type: 'open', channel: 1, kind: 'stdio', server: 'a' });
    expect(await page.next('error', 1)).toMatchObject({ code: 'unknown-server' });
  });
});

it.each([
  ['no JSON', 'x'],
  ['no type', '{"channel":1}'],
  ['a channel that is none', '{"type":"cancel","channel":0}'],
  [
    'a method that is not passed on',
    '{"type":"open","channel":1,"kind":"http","method":"CONNECT","url":"http://a/","headers":[],"source":{"kind":"typed"}}',
  ],
  ['no source', '{"type":"open","channel":1,"kind":"http","method":"GET","url":"http://a/","headers":[]}'],
])('%s closes the socket with the reason', async (_, message) => {
  const page = await greeted();
  page.ws.send(message);
  expect((await page.closed)[0]).toBe(4400);
});

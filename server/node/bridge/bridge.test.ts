import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRIDGE_LIMITS } from '../../protocol/bridge.ts';
import { bridgedHeaders } from '../../protocol/bridge-headers.ts';
import { BridgePage } from './page.suite.ts';
import { ServedBridge } from './served-bridge.suite.ts';

let served: ServedBridge;
beforeEach(async () => {
  served = await ServedBridge.start();
});
afterEach(() => served.close());

const hello = (over: object = {}) => ({ type: 'hello', version: 1, key: 'k'.repeat(32), ...over });

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
    served.serve = (_request, response) => {
      asked += 1;
      response.end();
    };
    const page = new BridgePage(served.origin);
    await page.opened();
    page.say(message);
    page.open(1, served.upstream);
    expect((await page.closed)[0]).toBe(code);
    expect(page.heard).toEqual([]);
    expect(asked).toBe(0);
  });

  it('attack 5: a page that says nothing for five seconds is closed', async () => {
    const page = new BridgePage(served.origin);
    await page.opened();
    await served.machine.advance(5_000);
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
    expect(await new BridgePage(served.origin, headers).closed).toEqual([403, '']);
  });

  it('attack 3: our own origin and an allowed one are let in', async () => {
    for (const Origin of [served.origin, 'https://ours.example']) {
      const page = new BridgePage(served.origin, { Origin });
      await page.opened();
      page.say(hello());
      expect(await page.next('welcome')).toEqual({ type: 'welcome', version: 1, stdio: [] });
    }
  });
});

describe('an exchange', () => {
  it('sends the very headers that it tells, and tells the very ones that came', async () => {
    let got: { request: IncomingMessage; body: string } | undefined;
    served.serve = async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      got = { request, body };
      response.writeHead(418, 'Tea', ['X-Twice', '1', 'x-TWICE', '2', 'Set-Cookie', 'a=b', 'X-Latin', 'é']);
      response.end('short');
    };
    const page = await served.greeted();
    const url = new URL(`${served.upstream}/mcp?a=1`);
    const headers: readonly (readonly [string, string])[] = [
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
    const all = bridgedHeaders(url.host, headers, Buffer.byteLength(text));
    expect(got?.request.rawHeaders).toEqual(all.flat());
  });

  it('tells each chunk as it comes, and bytes that are no text', async () => {
    const held: ServerResponse[] = [];
    served.serve = (_, response) => {
      response.write(Buffer.from([0xff, 0x00]));
      held.push(response);
    };
    const page = await served.greeted();
    page.open(1, served.upstream);
    while (page.bytes(1) < 2) await page.changed();
    expect(page.heard.map(({ type }) => type)).toEqual(['welcome', 'head']);
    held[0]?.end(Buffer.from([0x80]));
    await page.next('end', 1);
    expect(page.chunks.map(({ bytes }) => [...bytes])).toEqual([[0xff, 0x00], [0x80]]);
    expect(page.chunks[0]?.at).toBeLessThanOrEqual(page.chunks[1]?.at ?? -1);
  });

  it('attack 6: the connection goes to the very address that was judged, by the name that was asked for', async () => {
    // A name that nobody else resolves: whoever asks again gets nowhere.
    const names: string[] = [];
    const pinned = await ServedBridge.start(async (host) => {
      names.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    });
    let host: string | undefined;
    pinned.serve = (request, response) => {
      host = request.headers.host;
      response.end();
    };
    const page = await pinned.greeted();
    const { port } = new URL(pinned.upstream);
    page.open(1, `http://turning.invalid:${port}/`);
    expect(await page.next('head', 1)).toMatchObject({ status: 200, address: '127.0.0.1' });
    expect(host).toBe(`turning.invalid:${port}`);
    expect(names).toEqual(['turning.invalid']);
    await pinned.close();
  });

  it('attack 6: a redirect is told and not followed', async () => {
    let asked = 0;
    served.serve = (request, response) => {
      asked += 1;
      response.writeHead(302, { Location: `http://${request.headers.host}/secret` }).end();
    };
    const page = await served.greeted();
    page.open(1, served.upstream);
    const { status, headers } = await page.next('head', 1);
    expect(status).toBe(302);
    expect(headers).toContainEqual(['Location', `${served.upstream}/secret`]);
    await page.next('end', 1);
    expect(asked).toBe(1);
  });

  it('attack 12: a page that does not take what comes holds the server back, and credit lets it go on', async () => {
    const part = Buffer.alloc(65_536);
    let written = 0;
    served.serve = (_, response) => {
      const more = (): void => {
        written += part.length;
        response.write(part, more);
      };
      more();
    };
    const page = await served.greeted();
    page.open(1, served.upstream);
    while (page.bytes(1) < BRIDGE_LIMITS.credit) await page.changed();
    // What stands in the two kernels' buffers differs; that no more than one read beyond the credit was passed on does not.
    page.open(2, `${served.upstream}/other`);
    await page.next('head', 2);
    expect(page.bytes(1)).toBeLessThan(BRIDGE_LIMITS.credit + 2 * part.length);
    const before = page.bytes(1);
    page.say({ type: 'credit', channel: 1, bytes: page.bytes(1) });
    while (page.bytes(1) <= before) await page.changed();
    expect(written).toBeGreaterThan(before);
  });

  it('a cancel closes the connection, and nothing more is told', async () => {
    const gone = new Promise<void>((resolve) => {
      served.serve = (request, response) => {
        response.write('a');
        request.on('close', resolve);
      };
    });
    const page = await served.greeted();
    page.open(1, served.upstream);
    await page.next('head', 1);
    page.say({ type: 'cancel', channel: 1 });
    await gone;
    served.serve = (_, response) => void response.end('again');
    page.open(1, served.upstream);
    await page.next('end', 1);
    expect(page.heard.map(({ type }) => type)).toEqual(['welcome', 'head', 'head', 'end']);
  });

  it('a page that goes away takes its exchanges with it', async () => {
    const gone = new Promise<void>((resolve) => {
      served.serve = (request, response) => {
        response.write('a');
        request.on('close', resolve);
      };
    });
    const page = await served.greeted();
    page.open(1, served.upstream);
    await page.next('head', 1);
    page.ws.terminate();
    await gone;
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
  const page = await served.greeted();
  page.ws.send(message);
  expect((await page.closed)[0]).toBe(4400);
});

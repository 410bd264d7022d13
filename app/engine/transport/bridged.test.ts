import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ServedBridge } from '../../../server/node/bridge/served-bridge.suite.ts';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { BRIDGE_LIMITS } from '../../../server/protocol/bridge.ts';
import { bridgedHeaders } from '../../../server/protocol/bridge-headers.ts';
import type { HeaderPair } from '../../../server/protocol/headers.ts';
import { LogStore } from '../log/log-store.ts';
import { Recorder } from '../log/recorder.ts';
import { BridgeLink, type LinkSocket } from './bridge-link.ts';
import { bridged } from './bridged.ts';
import { tap } from './tap.ts';
import { type Transport, WireError } from './transport.ts';

let served: ServedBridge;
let key: string | undefined;
let transport: Transport;
beforeEach(async () => {
  served = await ServedBridge.start();
  key = served.key;
  transport = bridged(
    new BridgeLink({
      url: `${served.origin.replace('http', 'ws')}/bridge`,
      key: () => key,
      socket: (url) => new WebSocket(url) as unknown as LinkSocket,
    }),
  );
});
afterEach(() => served.close());

const HEADERS: readonly HeaderPair[] = [
  ['Content-Type', 'application/json'],
  ['Mcp-Method', 'tools/list'],
];
const TEXT = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const send = (signal = new AbortController().signal, url = served.upstream) =>
  transport.send({ url, headers: HEADERS, text: TEXT, signal });
const problemOf = async (sending: Promise<unknown>) => {
  const error = await sending.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WireError);
  return (error as WireError).problem;
};

it('a GET has no body, and what an answer named is said to the bridge as that (attack 6)', async () => {
  let seen = '';
  served.serve = (request, response) => {
    seen = `${request.method} ${request.headers['content-length'] ?? 'no length'}`;
    response.end('{}');
  };
  const { signal } = new AbortController();
  const get = {
    url: served.upstream,
    http: 'GET',
    headers: [['Accept', 'application/json']],
    text: '',
    signal,
  } as const;
  expect((await transport.send({ ...get, namedBy: served.upstream })).status).toBe(200);
  expect(seen).toBe('GET no length');
  expect(await problemOf(transport.send({ ...get, namedBy: 'https://8.8.8.8/mcp' }))).toMatchObject({
    code: expect.stringMatching(/address-refused|needs-consent/),
  });
});

it('the tap logs the very headers of both sides, as on any way', async () => {
  let raw: readonly string[] = [];
  served.serve = (request, response) => {
    raw = request.rawHeaders;
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Hidden': 'by CORS' });
    response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  };
  const clock = new ManualClock();
  const log = new LogStore();
  const recorder = new Recorder(log, clock, 'r', 't');
  const headers = bridgedHeaders(new URL(served.upstream).host, HEADERS, TEXT.length);
  const received = await tap({ transport, clock })(recorder, {
    endpoint: served.upstream,
    method: 'tools/list',
    id: 1,
    headers,
    text: TEXT,
    cause: 0,
    timeoutMs: 30_000,
  });
  expect(received).toMatchObject({ status: 200, problem: undefined });
  const events = Array.from({ length: log.length }, (_, seq) => log.read(seq));
  expect(events.map(({ kind }) => kind)).toEqual(['request', 'head', 'body', 'end']);
  expect(events[0]).toMatchObject({ view: 'full' });
  expect(raw).toEqual(events[0]?.headers?.flat());
  expect(events[1]).toMatchObject({
    view: 'full',
    headers: expect.arrayContaining([['X-Hidden', 'by CORS']]),
  });
});

it('chunks come as they are sent, more than there is credit for', async () => {
  const whole = Buffer.alloc(3 * BRIDGE_LIMITS.credit, 'a');
  served.serve = (_, response) => void response.end(whole);
  const { chunks } = await send();
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  expect(Buffer.concat(parts).equals(whole)).toBe(true);
  expect(parts.length).toBeGreaterThan(3);
});

describe('an end from this side', () => {
  const hanging = () =>
    new Promise<void>((gone) => {
      served.serve = (request, response) => {
        response.write('a');
        request.on('close', gone);
      };
    });

  it('an abort closes the connection and throws its reason', async () => {
    const gone = hanging();
    const abort = new AbortController();
    const { chunks } = await send(abort.signal);
    const read = (async () => {
      for await (const _ of chunks) abort.abort(new Error('enough'));
    })();
    await expect(read).rejects.toThrow('enough');
    await gone;
  });

  it('an abort before the head does, too', async () => {
    const abort = new AbortController();
    served.serve = () => abort.abort(new Error('enough'));
    await expect(send(abort.signal)).rejects.toThrow('enough');
    await expect(send(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it('whoever stops reading lets go', async () => {
    const gone = hanging();
    for await (const _ of (await send()).chunks) break;
    await gone;
  });
});

describe('problems', () => {
  it('the true cause of a failure', async () => {
    const { upstream } = served;
    await served.endUpstream();
    expect(await problemOf(send(undefined, upstream))).toMatchObject({
      kind: 'network',
      code: 'refused',
      message: `Nothing listens at ${new URL(upstream).host}: the connection was refused.`,
    });
    expect(await problemOf(send(undefined, 'http://nowhere.invalid/mcp'))).toMatchObject({ code: 'dns' });
  });

  it('a body that breaks off', async () => {
    served.serve = (request, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('a', () => request.socket.destroy());
    };
    const { chunks } = await send();
    const read = async () => {
      for await (const _ of chunks);
    };
    expect(await problemOf(read())).toMatchObject({ code: 'broken-off' });
  });

  it('no key, a wrong key, and a bridge that is gone', async () => {
    key = undefined;
    expect(await problemOf(send())).toMatchObject({ code: 'no-key' });
    key = 'wrong';
    expect(await problemOf(send())).toMatchObject({ code: 'wrong-key' });
    key = served.key;
    served.serve = (_, response) => {
      response.write('a');
      void served.bridge.close();
    };
    // Before or after the head: both are the same loss.
    const whole = async () => {
      for await (const _ of (await send()).chunks);
    };
    expect(await problemOf(whole())).toMatchObject({ code: 'bridge-lost' });
  });

  it('the next request opens a new socket after one was lost', async () => {
    key = 'wrong';
    expect(await problemOf(send())).toMatchObject({ code: 'wrong-key' });
    key = served.key;
    expect((await send()).status).toBe(200);
  });
});

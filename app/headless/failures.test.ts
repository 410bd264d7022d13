import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Bridge, openBridge } from '../../server/node/bridge/bridge.ts';
import { SELF_SIGNED } from '../../server/node/bridge/self-signed.suite.ts';
import { SystemClock } from '../../server/node/clock.ts';
import { socketDoor } from '../../server/node/door.ts';
import { type Listening, listen } from '../../server/node/listen.ts';
import { StdioChildren } from '../../server/node/stdio/children.ts';
import { ManualClock } from '../../server/ports/manual-clock.ts';
import type { Problem } from '../../server/protocol/problem.ts';
import { createEngine } from '../engine/client/create-engine.ts';
import type { Engine } from '../engine/index.ts';
import type { LinkSocket } from '../engine/transport/bridge-link.ts';
import { blockedByBrowser } from '../engine/transport/way-problems.ts';
import { unreachable } from '../engine/transport/wire-problems.ts';

const KEY = 'k'.repeat(32);
/** The engine's time-out, on its manual clock. */
const WAIT_MS = 30_000;

const node = (name: string, script: string) => ({
  ...{ name, program: process.execPath, args: ['-e', script], env: {}, cwd: undefined },
});

/** The bridge as the command serves it, over real sockets and processes. */
let bridge: Bridge;
let listening: Listening;
const servers: Server[] = [];
beforeAll(async () => {
  const machine = new SystemClock();
  const stdio = new StdioChildren(
    [
      { ...node('missing', ''), program: 'no-such-command-here' },
      node('crashes', 'console.error("no licence found"); process.exit(3)'),
      node('noisy', 'setInterval(() => console.log("Server is running"), 20)'),
    ],
    machine,
  );
  const resolve = async (host: string) => {
    if (host === 'nowhere.invalid') throw new Error('getaddrinfo ENOTFOUND nowhere.invalid');
    return [{ address: '127.0.0.1', family: 4 }];
  };
  bridge = openBridge({ key: KEY, machine, linkLocal: false, resolve, stdio });
  const door = socketDoor({ '/bridge': { opened: async () => bridge } }, []);
  listening = await listen({ host: '127.0.0.1', port: 0 }, machine, async () => new Response(''), {
    take: (...asking) => door.take(listening.hosts, ...asking),
  });
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});
afterAll(async () => {
  await bridge.close();
  await listening.close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

const answering = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createServer(listener))}/mcp`;
const says =
  (status: number, text: string, type = 'text/plain'): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': type }).end(text);

interface Asking {
  readonly way?: 'auto' | 'direct';
  /** Opened without the printed link. */
  readonly keyless?: true;
  /** Time goes on, beyond the time-out, once this has come. */
  readonly until?: (engine: Engine) => Promise<unknown>;
}

/** Connects as a page does whose browser tells nothing of what went wrong. */
async function failure(endpoint: string, { way = 'auto', keyless, until }: Asking = {}) {
  const clock = new ManualClock();
  const engine = await createEngine({
    clock,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    bridge: {
      url: `${listening.origin.replace('http', 'ws')}/bridge`,
      key: () => (keyless ? undefined : KEY),
      socket: (url) => new WebSocket(url, { origin: listening.origin }) as unknown as LinkSocket,
    },
    settings: () => ({ way, headers: [] }),
    memory: { get: () => undefined, set: () => undefined },
    storage: null,
    timeouts: { short: WAIT_MS },
  });
  const connecting = engine.connect(endpoint);
  if (until !== undefined) {
    await until(engine);
    await clock.advance(WAIT_MS);
  }
  const found = await connecting;
  await engine.close();
  return found.ok ? undefined : found.problem;
}

/** A server that never answers, and when it was asked. */
async function silent(): Promise<Problem | undefined> {
  let asked = (): void => {};
  const request = new Promise<void>((resolve) => {
    asked = resolve;
  });
  return failure(await answering(() => asked()), { until: () => request });
}

/** Resolves when the recording has a note with these words. */
function noted(engine: Engine, words: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      for (let seq = 0; seq < engine.log.length; seq += 1) {
        const { kind, data } = engine.log.read(seq);
        if (kind === 'note' && JSON.stringify(data).includes(words)) resolve();
      }
    };
    engine.log.subscribe(look);
    look();
  });
}

const HTML = '<!doctype html><title>Welcome</title><p>nginx';
const DISCOVERED = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1 },
  result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} },
});

type Row = readonly [what: string, problem: () => Promise<Problem | undefined>, cause: RegExp, next: RegExp];
const near = 'http://192.168.1.9:3000/mcp';
const rows: readonly Row[] = [
  [
    'refused',
    async () => {
      const server = createServer();
      const port = await portOf(server);
      servers.pop();
      server.close();
      await once(server, 'close');
      return failure(`http://127.0.0.1:${port}/mcp`);
    },
    /^Nothing listens at 127\.0\.0\.1:\d+: the connection was refused/,
    /Start the server, or check the port/,
  ],
  [
    'DNS',
    () => failure('http://nowhere.invalid/mcp'),
    /^The name nowhere\.invalid does not resolve/,
    /Check the spelling of the host/,
  ],
  [
    'TLS: nobody trusts the certificate',
    async () => failure(`https://127.0.0.1:${await portOf(createTlsServer(SELF_SIGNED))}/mcp`),
    /certificate or TLS of 127\.0\.0\.1:\d+ is not accepted/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    'TLS: the port speaks plain http',
    async () => failure((await answering(says(200, ''))).replace('http:', 'https:')),
    /does not speak TLS on that port/,
    /connect to http:\/\/127\.0\.0\.1:\d+/,
  ],
  [
    'CORS, with the direct way chosen',
    async () => failure(await answering(says(200, DISCOVERED, 'application/json')), { way: 'direct' }),
    /answers \(HTTP 200\), but does not allow this page's origin \(CORS\)/,
    /Let the server allow .* or choose "through the bridge"/,
  ],
  [
    'CORS, or anything else, without the bridge',
    async () => failure(await answering(says(200, DISCOVERED, 'application/json')), { keyless: true }),
    /does not say why; likely: the server is not running, or it does not allow this page's origin \(CORS\)/,
    /With the link that the terminal shows, the bridge finds the cause/,
  ],
  [
    'mixed content',
    async () => blockedByBrowser('http://far.example/mcp', 200, 'https://page.example/'),
    /a page of https may not ask a server of http \(mixed content\)/,
    /Serve the endpoint by https/,
  ],
  [
    'mixed content, without a bridge',
    async () => unreachable('http://far.example/mcp', undefined, 'https://page.example/'),
    /may not ask far\.example by http \(mixed content\)/,
    /Serve the endpoint by https, or start taskscope on your machine/,
  ],
  [
    'local-network permission',
    async () => blockedByBrowser(near, 401, 'http://page.example/'),
    /the browser keeps this page from addresses of your machine and its network/,
    /Allow access to the local network in the browser's settings/,
  ],
  [
    'local-network permission, without a bridge',
    async () => unreachable(near, undefined, 'http://page.example/'),
    /likely: the browser keeps this page from your machine and its network/,
    /local network among the page's permissions/,
  ],
  [
    '401',
    async () => failure(await answering(says(401, 'no'))),
    /HTTP 401/,
    /sign in, or set a bearer token/,
  ],
  [
    '403',
    async () => failure(await answering(says(403, 'no'))),
    /HTTP 403/,
    /refuses these credentials, this host or this origin/,
  ],
  [
    '404',
    async () => failure(await answering(says(404, 'no'))),
    /HTTP 404/,
    /Check the path of the endpoint/,
  ],
  ['405', async () => failure(await answering(says(405, ''))), /HTTP 405/, /takes no POST/],
  [
    'an HTML page',
    async () => failure(await answering(says(200, HTML, 'text/html'))),
    /an HTML page instead of a JSON-RPC message/,
    /Check the path of the endpoint/,
  ],
  [
    'a wrong path of a web server',
    async () => failure((await answering(says(404, HTML, 'text/html'))).replace('/mcp', '/wrong')),
    /HTTP 404/,
    /an MCP endpoint often ends in \/mcp/,
  ],
  ['a time-out', silent, /^No complete answer within/, /may be busy or hang/],
  [
    'a stdio command that is missing',
    () => failure('stdio:missing'),
    /The server "missing" could not be started: .*no-such-command-here/,
    /Check the spelling of the command/,
  ],
  [
    'a stdio command that crashes',
    () => failure('stdio:crashes'),
    /The server "crashes" ended with code 3 before it answered/,
    /Its last words are above/,
  ],
  [
    'a stdio command that prints noise',
    () => failure('stdio:noisy', { until: (engine) => noted(engine, 'Server is running') }),
    /writes lines to its standard output that are no JSON-RPC messages/,
    /Let it log to standard error/,
  ],
];

describe('each failure to connect names its cause and the next step', () => {
  test.each(rows)('%s', async (_what, made, cause, next) => {
    const problem = await made();
    expect(problem?.message).toMatch(cause);
    expect(problem?.next).toMatch(next);
    // Failure 17 of other inspectors: the words of a library, or raw JSON, in the place of a cause.
    expect(`${problem?.message} ${problem?.next}`).not.toMatch(
      /fetch failed|failed to fetch|TypeError|ECONN|\{"/i,
    );
  });
});

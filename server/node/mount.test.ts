import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from './raw-http.suite.ts';
import { type Served, serveStandIn } from './served.suite.ts';
import { PAGE_ROUTES } from './site.ts';

let served: Served;
let url: (path: string) => string;
const reached: string[] = [];

beforeAll(async () => {
  served = await serveStandIn({
    files: { 'index.html': '<!doctype html>' },
    options: { allowOrigins: ['https://friend.example'] },
    fetch: async (request) => {
      reached.push(request.headers.get('Host') ?? '');
      return new Response(await request.text(), { headers: { 'Content-Type': 'application/json' } });
    },
  });
  url = (path) => `${served.serving.origin}${path}`;
});
afterAll(() => served.close());

const EVERY_ROUTE = ['/mcp', '/api/health', '/api/status', '/assets/x.js', '/nowhere', ...PAGE_ROUTES];
const head = (path: string, ...hosts: string[]) => [
  `GET ${path} HTTP/1.1`,
  ...hosts.map((host) => `Host: ${host}`),
  'Connection: close',
];

describe('attack 1: Host, over raw sockets, on every route', () => {
  it.each(EVERY_ROUTE)('%s', async (path) => {
    const before = reached.length;
    const { port } = served;
    const ours = `127.0.0.1:${port}`;
    const attacks: string[][] = [
      ...['evil.test', `localhost.evil.test:${port}`, `127.0.0.1.nip.io:${port}`, `localhost.:${port}`].map(
        (host) => head(path, host),
      ),
      head(path, ours, ours),
      head(path, ours, 'evil.test'),
      head(path),
      head(`http://evil.test${path}`, ours),
      [`GET ${path} HTTP/1.0`],
      [`POST ${path} HTTP/1.1`, 'Host: evil.test', 'Content-Length: 0', 'Connection: close'],
      [`POST ${path} HTTP/1.1`, 'Host: evil.test', 'Content-Length: 2', 'Expect: 100-continue'],
      [`POST ${path} HTTP/1.1`, 'Host: evil.test', 'Content-Length: 2', 'Expect: nonsense'],
      [...head(path, 'evil.test').slice(0, 2), 'Connection: Upgrade', 'Upgrade: websocket'],
    ];
    for (const lines of attacks) {
      const answer = await sendRaw(port, lines);
      expect([lines, answer.status]).toEqual([lines, 403]);
    }
    expect(reached).toHaveLength(before);
    expect((await sendRaw(port, head(path, ours))).status).not.toBe(403);
  });
});

describe('attack 3: Origin on /mcp', () => {
  const post = (origin: string | undefined) =>
    fetch(url('/mcp'), {
      method: 'POST',
      body: '{}',
      headers: origin === undefined ? {} : { Origin: origin },
    });

  it('lets our own names, the allowed one and no Origin in', async () => {
    const { port } = served;
    const ours = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`];
    for (const origin of [...ours, 'https://friend.example', undefined]) {
      expect([origin, (await post(origin)).status]).toEqual([origin, 200]);
    }
  });

  it('refuses all others before the demo sees them', async () => {
    const before = reached.length;
    const { port } = served;
    const foreign = [
      'null',
      'http://evil.test',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port + 1}`,
      'http://127.0.0.1',
      `http://127.0.0.1:${port}.evil.test`,
      `http://localhost.evil.test:${port}`,
      'https://friend.example.evil.test',
      'http://friend.example',
      '',
    ];
    for (const origin of foreign) expect([origin, (await post(origin)).status]).toEqual([origin, 403]);
    expect(reached).toHaveLength(before);
  });

  it('tells the demo the same origins, and keeps the demo tokens to loopback', () => {
    expect(served.wish.allowedOrigins).toContain('https://friend.example');
    expect(served.wish.allowedOrigins).toContain(served.serving.origin);
    expect(served.wish.demoTokens).toBe(true);
  });
});

describe('attack 4 and 5: /api', () => {
  it('gives the status to those who have the key alone', async () => {
    for (const headers of [{}, { 'X-Taskscope-Key': 'wrong' }, { Cookie: `key=${served.key}` }]) {
      expect((await fetch(url('/api/status'), { headers })).status).toBe(401);
    }
    expect((await fetch(url(`/api/status?key=${served.key}`))).status).toBe(401);
    const answer = await fetch(url('/api/status'), { headers: { 'X-Taskscope-Key': served.key } });
    expect(await answer.json()).toEqual({
      version: '1.2.3',
      store: 'a stand-in',
      address: served.serving.origin,
      speed: 7,
      uptimeMs: expect.any(Number),
    });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('tells the boot id to anyone on this machine', async () => {
    const answer = await fetch(url('/api/health'));
    expect(await answer.json()).toEqual({ taskscope: '1.2.3', bootId: served.serving.bootId });
  });

  it('shows the key in no body and no header', async () => {
    for (const path of EVERY_ROUTE) {
      const answer = await fetch(url(path));
      expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(served.key);
    }
  });

  it('knows GET and HEAD alone outside /mcp', async () => {
    for (const path of ['/', '/api/health', '/api/status']) {
      const answer = await fetch(url(path), { method: 'POST', body: 'a=b' });
      expect([path, answer.status, answer.headers.get('Allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  });
});

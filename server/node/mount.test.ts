import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MCP_PATHS } from './mount.ts';
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

const EVERY_ROUTE = [...MCP_PATHS, '/api/health', '/api/status', '/assets/x.js', '/nowhere', ...PAGE_ROUTES];
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

it('tells the demo what was allowed, and keeps the demo tokens to loopback (attack 3)', async () => {
  expect(served.wish).toMatchObject({ allowedOrigins: ['https://friend.example'], demoTokens: true });
  const at = { host: '0.0.0.0', port: 0 };
  const exposed = await serveStandIn({ fetch: async () => new Response(), options: { at } });
  expect(exposed.wish).toMatchObject({ demoTokens: false });
  expect(exposed.wish.allowedOrigins).toContain(`http://0.0.0.0:${exposed.port}`);
  expect(exposed.serving.origin).toBe(`http://127.0.0.1:${exposed.port}`);
  await exposed.close();
});

it('lets a page that may read the answers of /mcp read a failure of it as well', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const options = { allowOrigins: ['https://friend.example'] };
  const failing = await serveStandIn({ fetch: () => Promise.reject(new Error('broken')), options });
  const ask = async (origin: string) => {
    const asked = { method: 'POST', body: '{}', headers: { Origin: origin } };
    const { status, headers } = await fetch(`${failing.serving.origin}/mcp`, asked);
    return [status, headers.get('Access-Control-Allow-Origin')];
  };
  expect(await ask('https://friend.example')).toEqual([500, 'https://friend.example']);
  expect(await ask(failing.serving.origin)).toEqual([500, failing.serving.origin]);
  expect(await ask('https://foe.example')).toEqual([500, null]);
  await failing.close();
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
      lab: true,
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ServedBridge } from '../../../server/node/bridge/served-bridge.suite.ts';
import { CountingIds } from '../../../server/ports/ids.ts';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import type { Engine } from '../engine.ts';
import type { LinkSocket } from '../transport/bridge-link.ts';
import { direct } from '../transport/direct.ts';
import { type EndpointSettings, NO_SETTINGS } from '../transport/ways.ts';
import { createEngine } from './create-engine.ts';
import { noMemory } from './page.ts';

/** What a discovery and a list are answered with. */
const RESULT = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  tools: [],
  ttlMs: 0,
  cacheScope: 'private',
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const part of request) text += String(part);
  const { id } = JSON.parse(text) as { id: number };
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: RESULT }));
}

let served: ServedBridge;
let settings: EndpointSettings;
let key: string | undefined;
let asked: IncomingMessage[];
let fetched: number;
const engines: Engine[] = [];
beforeEach(async () => {
  served = await ServedBridge.start();
  key = served.key;
  settings = NO_SETTINGS;
  asked = [];
  fetched = 0;
  served.serve = (request, response) => {
    asked.push(request);
    void answer(request, response);
  };
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await served.close();
});

/** An engine whose browser gets no answer. */
async function engineOf(memory = noMemory()): Promise<Engine> {
  const engine = await createEngine({
    clock: new ManualClock(),
    ids: new CountingIds(),
    storage: null,
    memory,
    transport: direct(async () => {
      fetched += 1;
      throw new TypeError('Failed to fetch');
    }),
    bridge: {
      url: `${served.origin.replace('http', 'ws')}/bridge`,
      key: () => key,
      socket: (url) => new WebSocket(url) as unknown as LinkSocket,
    },
    settings: () => settings,
  });
  engines.push(engine);
  return engine;
}

const endpoint = () => `${served.upstream}/mcp`;
const methods = (engine: Engine) =>
  Array.from({ length: engine.log.length }, (_, seq) => engine.log.read(seq))
    .filter(({ kind }) => kind === 'request' || kind === 'note')
    .map(({ kind, method, view }) => (kind === 'note' ? kind : `${method} ${view}`));

describe('the way is found by server/discover', () => {
  it('no answer directly: the bridge asks, and stays the way, over a reload, too', async () => {
    const memory = noMemory();
    const engine = await engineOf(memory);
    expect(engine.way(endpoint())).toBe('direct');
    expect((await engine.connect(endpoint())).ok).toBe(true);
    expect(engine.way(endpoint())).toBe('bridged');
    expect((await engine.listTools(endpoint())).ok).toBe(true);
    expect(methods(engine)).toEqual([
      'server/discover cors',
      'note',
      'server/discover full',
      'note',
      'tools/list full',
    ]);
    expect(fetched).toBe(1);
    const reloaded = await engineOf(memory);
    expect(reloaded.way(endpoint())).toBe('bridged');
  });

  it('an HTTP error through the bridge is an answer', async () => {
    served.serve = (_, response) => void response.writeHead(401).end();
    const engine = await engineOf();
    const found = await engine.connect(endpoint());
    expect(found).toMatchObject({ ok: false, problem: { code: 'status', number: 401 } });
    expect(engine.way(endpoint())).toBe('bridged');
  });

  it('a failure of the bridge, too, has its true cause, and decides nothing', async () => {
    const url = endpoint();
    await served.endUpstream();
    const engine = await engineOf();
    expect(await engine.connect(url)).toMatchObject({ ok: false, problem: { code: 'refused' } });
    expect(engine.way(url)).toBe('direct');
  });

  it('without a key the likely causes stay, and what would tell more is named', async () => {
    key = undefined;
    const found = await (await engineOf()).connect(endpoint());
    expect(found).toMatchObject({ ok: false, problem: { code: 'unreachable' } });
    if (!found.ok) expect(found.problem.next).toMatch(/the link that the terminal shows/);
    expect(asked).toEqual([]);
  });
});

describe('a person has chosen', () => {
  it('direct: the bridge only tells why, and nothing else goes through it', async () => {
    settings = { way: 'direct', headers: [] };
    const engine = await engineOf();
    const found = await engine.connect(endpoint());
    expect(found).toMatchObject({ ok: false, problem: { kind: 'cors', code: 'blocked' } });
    if (!found.ok) expect(found.problem.message).toContain('answers (HTTP 200), but does not allow');
    expect(engine.way(endpoint())).toBe('direct');
    await engine.listTools(endpoint());
    expect(asked.length).toBe(1);
    expect(fetched).toBe(2);
  });

  it('the bridge: nothing goes directly', async () => {
    settings = { way: 'bridge', headers: [] };
    const engine = await engineOf();
    expect((await engine.connect(endpoint())).ok).toBe(true);
    expect(fetched).toBe(0);
  });
});

it('attack 10: own headers go out, take the place of their name, and are secret in log and preview', async () => {
  const token = 'Bearer canary-token-1';
  settings = {
    way: 'bridge',
    headers: [
      { name: 'Authorization', value: token, secret: true },
      { name: 'X-Mine', value: 'cny', secret: true },
      { name: 'X-Tenant', value: 'acme', secret: false },
      { name: 'mcp-method', value: 'another, on purpose', secret: false },
    ],
  };
  const engine = await engineOf();
  await engine.connect(endpoint());
  const [sent] = asked;
  expect(sent?.headers).toMatchObject({ authorization: token, 'x-mine': 'cny', 'x-tenant': 'acme' });
  expect(sent?.headers['mcp-method']).toBe('another, on purpose');
  const log = engine.exportRecording();
  for (const secret of ['canary', '"cny"']) expect(log).not.toContain(secret);
  expect(log).toContain('acme');
  const shown = engine.outgoing(engine.prepareCall(endpoint(), 'a', {}));
  expect(shown).toContainEqual(['Authorization', '••••••']);
  expect(shown).toContainEqual(['X-Mine', '••••••']);
  expect(shown).toContainEqual(['X-Tenant', 'acme']);
  expect(shown.map(([name]) => name)).not.toContain('Mcp-Method');
  expect(shown.at(0)).toEqual(['host', new URL(endpoint()).host]);
});

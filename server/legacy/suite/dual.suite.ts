import { expect, test } from 'vitest';
import { Client, meta, type OpenMount, on, part } from '../../http/suite/mount.suite.ts';
import { deriveHeaders } from '../../protocol/headers.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { LegacyClient } from './legacy-client.suite.ts';

const CURRENT = { _meta: meta() };
const OLD = { _meta: meta({ [META.protocolVersion]: '2025-11-25' }) };

/** What each request on the dual mount is taken for, told by status and code: see requirements, "Mounts". */
const CASES: readonly [
  string,
  string,
  JsonObject,
  Record<string, string | null>,
  number,
  number | undefined,
][] = [
  ['a current request', 'tools/list', CURRENT, {}, 200, undefined],
  [
    'one without any sign',
    'tools/list',
    {},
    { 'MCP-Protocol-Version': null, 'Mcp-Method': null },
    400,
    -32602,
  ],
  [
    'a current version without _meta',
    'tools/list',
    {},
    { 'MCP-Protocol-Version': '2026-07-28' },
    400,
    -32602,
  ],
  [
    'a later version in header and _meta',
    'tools/list',
    { _meta: meta({ [META.protocolVersion]: '2027-01-01' }) },
    {},
    400,
    -32022,
  ],
  ['a version that is no date', 'tools/list', CURRENT, { 'MCP-Protocol-Version': 'latest' }, 400, -32020],
  [
    'an old _meta without an old header',
    'tools/list',
    OLD,
    { 'MCP-Protocol-Version': '2026-07-28' },
    400,
    -32020,
  ],
  ['an old header', 'tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }, 400, -32600],
  ['an old header with an old _meta', 'tools/list', OLD, {}, 400, -32600],
  [
    'an unknown session',
    'tools/list',
    {},
    { 'Mcp-Session-Id': 'nobody', 'MCP-Protocol-Version': null },
    404,
    -32600,
  ],
  [
    'a current _meta under an old version',
    'tools/list',
    CURRENT,
    { 'MCP-Protocol-Version': '2025-11-25' },
    400,
    -32020,
  ],
  ['a current _meta in a session', 'tools/list', CURRENT, { 'Mcp-Session-Id': 'nobody' }, 400, -32020],
  ['initialize', 'initialize', {}, { 'MCP-Protocol-Version': null, 'Mcp-Method': null }, 200, -32602],
  ['a method that only the old revision has', 'tasks/list', CURRENT, {}, 404, -32601],
];

/** `/mcp/dual`: both generations on one endpoint, told apart by the request alone. */
export function dual(open: OpenMount): void {
  test.each(CASES)('R85 dual: %s', (_, method, params, headers, status, code) =>
    on(open, async (__, mount) => {
      const client = new Client({ ...mount, url: `${mount.url}/dual` });
      const derived = Object.fromEntries(deriveHeaders(method, params));
      const answer = await client.send(
        client.post({ jsonrpc: '2.0', id: 7, method, params }, { headers: { ...derived, ...headers } }),
      );
      expect([answer.status, answer.error.code]).toEqual([status, code]);
      expect(answer.body.id).toBe(code === -32600 ? undefined : 7);
    })(),
  );

  test(
    'R85 dual: discover lists both versions, also in a refusal; the current mount lists its own alone',
    on(open, async (client, mount) => {
      const both = new Client({ ...mount, url: `${mount.url}/dual` });
      const { result } = await both.ask('server/discover');
      expect(result.supportedVersions).toEqual(['2026-07-28', '2025-11-25']);
      const refused = await both.ask(
        'tools/list',
        {},
        { meta: meta({ [META.protocolVersion]: '2027-01-01' }) },
      );
      expect(part(refused.error, 'data').supported).toEqual(['2026-07-28', '2025-11-25']);
      expect((await client.ask('server/discover')).result.supportedVersions).toEqual(['2026-07-28']);
    }),
  );

  test(
    'R85 dual: a session and current requests share the endpoint and its tasks; GET and DELETE are legacy',
    on(open, async (_, mount) => {
      const legacy = await LegacyClient.open(mount, { path: 'dual' });
      const { taskId } = await legacy.task('generate_report');
      const current = new Client({ ...mount, url: `${mount.url}/dual` });
      expect((await current.get(String(taskId))).ttlMs).toBe(900_000);
      const made = await current.report();
      expect((await legacy.call('tasks/get', { taskId: made })).result.ttl).toBe(900_000);
      const stream = await legacy.listen();
      await stream.close();
      const bare = await mount.fetch(
        new Request(`${mount.url}/dual`, { headers: { Accept: 'text/event-stream' } }),
      );
      expect(bare.status).toBe(400);
      const put = await mount.fetch(new Request(`${mount.url}/dual`, { method: 'PUT' }));
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE, OPTIONS']);
      expect((await legacy.send(legacy.http('DELETE'))).status).toBe(204);
    }),
  );

  test(
    'R85: CORS of a mount with sessions lets a page send and read the session id; the current one does not speak of it',
    on(
      open,
      async (_, mount) => {
        const ask = (path: string) =>
          mount.fetch(
            new Request(`${mount.url}${path}`, {
              method: 'OPTIONS',
              headers: { Origin: 'https://page.test', 'Access-Control-Request-Method': 'GET' },
            }),
          );
        const { headers } = await ask('/legacy');
        expect(headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE, OPTIONS');
        expect(headers.get('access-control-allow-headers')).toContain('Mcp-Session-Id');
        expect(headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
        const plain = await ask('');
        expect(plain.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
        expect(JSON.stringify([...plain.headers])).not.toContain('Session');
      },
      { allowedOrigins: ['https://page.test'] },
    ),
  );
}

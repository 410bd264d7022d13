import { expect, it } from 'vitest';
import type { JsonObject } from '../../protocol/json.ts';
import { harness } from '../harness.suite.ts';
import { sendRaw } from '../raw-http.suite.ts';
import { tokensOf, Visitor } from './person.suite.ts';

const command = harness('protected');

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: {},
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};

/** One request of the current generation. */
function post(endpoint: string, method: string, params: JsonObject, token?: string): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  });
}

it('--protected: from the 401 over metadata, registration, consent and token to a task, and the 403 that asks for more', async () => {
  const running = command.start('--port', '0', '--protected');
  const { origin } = await running.link;
  const endpoint = `${origin}/mcp`;
  const refused = await post(endpoint, 'server/discover', {});
  const challenge = refused.headers.get('www-authenticate') ?? '';
  expect([refused.status, (await post(endpoint, 'server/discover', {}, 'demo-alice')).status]).toEqual([
    401, 401,
  ]);
  const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const resource = (await (await fetch(metadataUrl)).json()) as { authorization_servers: [string] };
  expect(resource).toMatchObject({ resource: endpoint });
  const [issuer] = resource.authorization_servers;
  expect(new URL(issuer).origin).not.toBe(origin);
  const metadata = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({ issuer });

  const visitor = new Visitor(fetch, issuer, endpoint);
  await visitor.register();
  const tokens = await tokensOf(await visitor.exchange(await visitor.code()));
  expect(tokens.expires_in).toBe(60);
  expect((await post(endpoint, 'server/discover', {}, tokens.access_token)).status).toBe(200);
  expect((await post(`${endpoint}/dual`, 'server/discover', {}, tokens.access_token)).status).toBe(401);
  const made = await post(
    endpoint,
    'tools/call',
    { name: 'slow_compute', arguments: {} },
    tokens.access_token,
  );
  expect(await made.json()).toMatchObject({ result: { resultType: 'task' } });

  const book = { name: 'book_room', arguments: {} };
  const more = await post(endpoint, 'tools/call', book, tokens.access_token);
  const wanted = /scope="([^"]+)"/.exec(more.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  expect([more.status, wanted]).toEqual([403, 'mcp:use rooms:book']);
  const wider = await tokensOf(await visitor.exchange(await visitor.code({ scope: wanted })));
  expect((await post(endpoint, 'tools/call', book, wider.access_token)).status).toBe(200);

  running.kill('SIGTERM');
  const { stdout, code } = await running.exit;
  expect(stdout).toContain(
    `Protected: the demo wants a token, which its authorisation server at ${issuer} gives.`,
  );
  expect(code).toBe(0);
});

it('attack 1: the authorisation server, too, is reached by its own name alone', async () => {
  const running = command.start('--port', '0', '--protected');
  const [, port = ''] = await running.says(/authorisation server at http:\/\/127\.0\.0\.1:(\d+) gives/);
  const head = [
    'GET /.well-known/oauth-authorization-server HTTP/1.1',
    'Host: evil.test',
    'Connection: close',
  ];
  const { status } = await sendRaw(Number(port), head);
  expect(status).toBe(403);
});

it('is no protection, so it does not go with --expose', async () => {
  const { code, stderr } = await command.run('--protected', '--expose', '--host', '0.0.0.0');
  expect([code, stderr]).toEqual([2, expect.stringContaining('leave --expose out')]);
});

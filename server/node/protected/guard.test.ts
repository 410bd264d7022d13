import { expect, it } from 'vitest';
import { guarded, resourceMetadata } from './guard.ts';

const ORIGIN = 'http://127.0.0.1:6280';
const ISSUER = 'http://127.0.0.1:7001';

/** A guard in front of a demo that tells what reached it. */
function guard(resource = `${ORIGIN}/mcp`, scope: readonly string[] = ['mcp:use']) {
  const reached: { authorization: string | null; body: string }[] = [];
  const fetch = guarded({
    origin: ORIGIN,
    issuer: ISSUER,
    allowed: (token) => (token === 'good' ? { clientId: 'c', person: 'carol', scope, resource } : undefined),
    readable: (_request, response) => response,
    next: async (request) => {
      reached.push({ authorization: request.headers.get('authorization'), body: await request.text() });
      return new Response('served');
    },
  });
  const post = (body: unknown, token?: string, path = '/mcp') =>
    fetch(
      new Request(ORIGIN + path, {
        method: 'POST',
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    );
  return { reached, fetch, post };
}

const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });

it('without a token, or with one that is not ours: 401, and where the metadata are', async () => {
  const { post, reached } = guard();
  const none = await post(call('slow_compute'));
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer scope="mcp:use", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
  ]);
  for (const token of ['demo-alice', 'other']) {
    const answer = await post(call('slow_compute'), token);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
  }
  expect(reached).toEqual([]);
});

it('attack (audience): a token for another endpoint is none for this one', async () => {
  const { post, reached } = guard(`${ORIGIN}/mcp/legacy`);
  expect((await post(call('slow_compute'), 'good')).status).toBe(401);
  expect((await post(call('slow_compute'), 'good', '/mcp/legacy')).status).toBe(200);
  expect(reached).toHaveLength(1);
});

it('the token goes no further: the demo knows the person by its own', async () => {
  const { post, reached } = guard();
  await post(call('slow_compute'), 'good');
  expect(reached).toEqual([
    { authorization: 'Bearer demo-carol', body: JSON.stringify(call('slow_compute')) },
  ]);
});

it.each([
  ['a call', call('book_room')],
  ['a call within a batch', [call('slow_compute'), call('book_room')]],
])('%s that needs more: 403 with all scopes that it needs', async (_name, body) => {
  const { post, reached } = guard();
  const answer = await post(body, 'good');
  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toContain(
    'Bearer error="insufficient_scope", error_description="This tool needs a scope that the token does not have.", scope="mcp:use rooms:book"',
  );
  expect(reached).toEqual([]);
  const wider = guard(undefined, ['mcp:use', 'rooms:book']);
  expect((await wider.post(body, 'good')).status).toBe(200);
});

it.each([1, 2, 3])(
  'attack (scope): behind %i byte order marks no call goes on that was not judged',
  async (marks) => {
    const { fetch, reached } = guard();
    const body = '\uFEFF'.repeat(marks) + JSON.stringify(call('book_room'));
    await fetch(
      new Request(`${ORIGIN}/mcp`, { method: 'POST', headers: { Authorization: 'Bearer good' }, body }),
    );
    for (const { body: passed } of reached) expect(passed).not.toContain('book_room');
  },
);

it('a preflight needs no token, and a stream does', async () => {
  const { fetch } = guard();
  expect((await fetch(new Request(`${ORIGIN}/mcp`, { method: 'OPTIONS' }))).status).toBe(200);
  expect((await fetch(new Request(`${ORIGIN}/mcp/legacy`))).status).toBe(401);
});

it('each endpoint has resource metadata of its own', () => {
  const at = (path: string) =>
    resourceMetadata(path, { origin: ORIGIN, issuer: ISSUER }, ['/mcp', '/mcp/legacy']);
  const known = '/.well-known/oauth-protected-resource';
  expect(at(known)).toMatchObject({ resource: `${ORIGIN}/mcp`, authorization_servers: [ISSUER] });
  expect(at(`${known}/mcp/legacy`)).toMatchObject({ resource: `${ORIGIN}/mcp/legacy` });
  expect(at(`${known}/other`)).toBeUndefined();
  expect(at('/.well-known/oauth')).toBeUndefined();
});

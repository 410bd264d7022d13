import { beforeEach, describe, expect, it } from 'vitest';
import { CountingIds } from '../../ports/ids.ts';
import { ManualClock } from '../../ports/manual-clock.ts';
import { AuthorisationServer } from './authorisation-server.ts';
import { MACHINE_CLIENT, MACHINE_SECRET, PUBLIC_CLIENT } from './clients.ts';
import { CALLBACK, errorOf, tokensOf, Visitor } from './person.suite.ts';

const ISSUER = 'http://127.0.0.1:7001';
const RESOURCE = 'http://127.0.0.1:6280/mcp';
const OTHER = `${RESOURCE}/legacy`;

let clock: ManualClock;
let server: AuthorisationServer;
let visitor: Visitor;
let documents: Record<string, string>;
beforeEach(async () => {
  clock = new ManualClock();
  documents = {};
  server = new AuthorisationServer({
    issuer: ISSUER,
    resources: new Set([RESOURCE, OTHER]),
    ownRedirect: CALLBACK,
    lifeMs: 60_000,
    clock,
    ids: new CountingIds(),
    fetchDocument: async (url) => documents[url] ?? Promise.reject(new Error('nothing is there')),
  });
  visitor = new Visitor((url, init) => server.fetch(new Request(url, init)), ISSUER, RESOURCE);
  await visitor.register();
});

it('its metadata name what a client must know: PKCE S256 alone, iss, registration and client id documents', async () => {
  const answer = await server.fetch(new Request(`${ISSUER}/.well-known/oauth-authorization-server`));
  expect(await answer.json()).toMatchObject({
    issuer: ISSUER,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    registration_endpoint: `${ISSUER}/register`,
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

describe('consent', () => {
  it('is a page with a button, which no page may frame and no script runs in', async () => {
    const page = await visitor.ask();
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' http://127.0.0.1:9999; frame-ancestors 'none'",
    );
    const text = await page.text();
    expect(text).toContain('<strong>127.0.0.1:9999</strong>, a program on this machine');
    expect(text).toContain('<button name="decision" value="allow">');
  });

  it('attack 8: what a client calls itself is text', async () => {
    await visitor.register({ client_name: '<script>alert(1)</script>"\'&' });
    const text = await (await visitor.ask()).text();
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;');
    expect(text).not.toContain('<script');
    await visitor.register({ client_name: 'evil\u202Ecnys' });
    expect(await (await visitor.ask()).text()).toContain('evil\\u202ecnys');
  });

  it('the answer comes back with state and iss, refusals and errors, too (RFC 9207)', async () => {
    const yes = (await visitor.decide(await visitor.ask())) as URL;
    expect(yes.origin + yes.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(yes.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'my-state',
      iss: ISSUER,
    });
    const no = (await visitor.decide(await visitor.ask(), { decision: 'deny' })) as URL;
    expect(Object.fromEntries(no.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'my-state',
      iss: ISSUER,
    });
  });

  it('attack 4: counts once, and only from its own page', async () => {
    const page = await visitor.ask();
    const foreign = await visitor.decide(page.clone(), {}, 'https://evil.example');
    expect((foreign as Response).status).toBe(403);
    expect(await visitor.decide(page.clone())).toBeInstanceOf(URL);
    expect(((await visitor.decide(page)) as Response).status).toBe(400);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['another redirect URI', { redirect_uri: `${CALLBACK}/more` }],
    ['the registered one with a query', { redirect_uri: `${CALLBACK}?a=b` }],
    ['no redirect URI', { redirect_uri: undefined }],
  ])(
    'attack (open redirect): %s is told on the page, and nothing is sent anywhere',
    async (_name, change) => {
      const answer = await visitor.ask(change);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    },
  );

  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE in plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'mcp:use root' }, 'invalid_scope'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ])('%s goes back as an error', async (_name, change, error) => {
    const answer = await visitor.ask(change);
    const to = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, to.searchParams.get('error'), to.searchParams.get('iss')]).toEqual([
      303,
      error,
      ISSUER,
    ]);
  });
});

describe('tokens', () => {
  it('a code brings one for this person, endpoint and scope, for a minute', async () => {
    const tokens = await tokensOf(await visitor.exchange(await visitor.code({}, { person: 'carol' })));
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 60, scope: 'mcp:use' });
    expect(server.allowed(tokens.access_token)).toMatchObject({ person: 'carol', resource: RESOURCE });
    await clock.advance(59_999);
    expect(server.allowed(tokens.access_token)).toBeDefined();
    await clock.advance(1);
    expect(server.allowed(tokens.access_token)).toBeUndefined();
  });

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:1/' }],
    ['another endpoint', { resource: OTHER }],
    ['another client', { client_id: PUBLIC_CLIENT }],
  ])('attack: a code with %s brings nothing, and is spent', async (_name, change) => {
    const code = await visitor.code();
    expect(await errorOf(await visitor.exchange(code, change))).toBe('400 invalid_grant');
    expect(await errorOf(await visitor.exchange(code))).toBe('400 invalid_grant');
  });

  it('attack: a code that is used twice ends what the first use brought; an old one brings nothing', async () => {
    const code = await visitor.code();
    const { access_token, refresh_token } = await tokensOf(await visitor.exchange(code));
    expect(await errorOf(await visitor.exchange(code))).toBe('400 invalid_grant');
    expect(server.allowed(access_token)).toBeUndefined();
    expect(await errorOf(await visitor.refresh(refresh_token))).toBe('400 invalid_grant');
    const late = await visitor.code();
    await clock.advance(60_000);
    expect(await errorOf(await visitor.exchange(late))).toBe('400 invalid_grant');
  });

  it('a refresh brings a new pair; attack: the old token used again ends the whole family', async () => {
    const first = await tokensOf(await visitor.exchange(await visitor.code()));
    const second = await tokensOf(await visitor.refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(server.allowed(second.access_token)).toBeDefined();
    expect(await errorOf(await visitor.refresh(first.refresh_token))).toBe('400 invalid_grant');
    expect(server.allowed(second.access_token)).toBeUndefined();
    expect(await errorOf(await visitor.refresh(second.refresh_token))).toBe('400 invalid_grant');
  });

  it('a refresh never widens the scope, and is the client’s own', async () => {
    const { refresh_token } = await tokensOf(await visitor.exchange(await visitor.code()));
    expect(await errorOf(await visitor.refresh(refresh_token, { scope: 'mcp:use rooms:book' }))).toBe(
      '400 invalid_grant',
    );
    expect(await errorOf(await visitor.refresh(refresh_token, { client_id: PUBLIC_CLIENT }))).toBe(
      '400 invalid_grant',
    );
    expect((await visitor.refresh(refresh_token)).status).toBe(200);
  });

  it('attack: a refresh for another endpoint is invalid_target, and the token is not spent by it', async () => {
    const { refresh_token } = await tokensOf(await visitor.exchange(await visitor.code()));
    for (const resource of [OTHER, 'https://elsewhere.example/mcp', ''])
      expect(await errorOf(await visitor.refresh(refresh_token, { resource }))).toBe('400 invalid_target');
    const { access_token } = await tokensOf(await visitor.refresh(refresh_token, { resource: undefined }));
    expect(server.allowed(access_token)).toMatchObject({ resource: RESOURCE });
  });

  it('a machine gets one by its secret, without a refresh token', async () => {
    const basic = (secret: string) => ({
      Authorization: `Basic ${Buffer.from(`${MACHINE_CLIENT}:${secret}`).toString('base64')}`,
    });
    const asks = { grant_type: 'client_credentials', client_id: undefined };
    const tokens = await tokensOf(await visitor.token(asks, basic(MACHINE_SECRET)));
    expect(tokens.refresh_token).toBeUndefined();
    expect(server.allowed(tokens.access_token)).toMatchObject({ clientId: MACHINE_CLIENT, person: 'bob' });
    expect(await errorOf(await visitor.token(asks, basic('wrong')))).toBe('401 invalid_client');
    expect(await errorOf(await visitor.token({ ...asks, client_id: visitor.clientId }))).toBe(
      '400 unauthorized_client',
    );
  });
});

describe('clients', () => {
  it('a confidential one is registered with a secret, which it must show', async () => {
    const answer = await visitor.register({ token_endpoint_auth_method: 'client_secret_post' });
    const { client_secret } = (await answer.json()) as { client_secret: string };
    const code = await visitor.code();
    expect(await errorOf(await visitor.exchange(code))).toBe('401 invalid_client');
    expect((await visitor.exchange(code, { client_secret })).status).toBe(200);
  });

  it.each([
    ['http beyond this machine', ['http://example.org/cb']],
    ['a script', ['javascript:alert(1)']],
    ['a fragment', ['https://example.org/cb#x']],
    ['none', []],
    ['a user', ['https://good.example@evil.example/cb']],
    ['a password alone', ['https://:x@evil.example/cb']],
    ['a host that says more in a policy', ['https://a;script-src.example/cb']],
    ['a host that is two in a list', ['https://a.example,b.example/cb']],
    ['a line break', ['https://a.exa\nmple/cb']],
    ['a blank', [' https://a.example/cb']],
    ['a backslash', ['https:\\\\a.example\\cb']],
  ])('attack: is refused with a redirect URI of %s', async (_name, redirect_uris) => {
    expect(await errorOf(await visitor.register({ redirect_uris }))).toBe('400 invalid_redirect_uri');
  });

  it('attack 4: registers by JSON alone, and never for a page of elsewhere', async () => {
    const body = JSON.stringify({ redirect_uris: [CALLBACK] });
    const ask = async (headers: Record<string, string>): Promise<number> => {
      const bytes = new TextEncoder().encode(body);
      const request = new Request(`${ISSUER}/register`, { method: 'POST', headers, body: bytes });
      return (await server.fetch(request)).status;
    };
    const json = { 'Content-Type': 'application/json' };
    for (const headers of [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/jsonp' }])
      expect(await ask(headers)).toBe(415);
    for (const Origin of ['http://evil.test', 'null', 'http://127.0.0.1:6280'])
      expect(await ask({ ...json, Origin })).toBe(403);
    expect(await ask({ ...json, Origin: ISSUER })).toBe(201);
    expect(await ask({ 'Content-Type': 'application/json; charset=utf-8' })).toBe(201);
  });

  it('attack: a flood of registrations pushes nobody out; it is refused until its own have gone', async () => {
    const own = visitor.clientId;
    const { refresh_token } = await tokensOf(await visitor.exchange(await visitor.code()));
    await visitor.register();
    const waiting = visitor.clientId;
    let last = 201;
    for (let n = 0; n < 220 && last === 201; n += 1) last = (await visitor.register()).status;
    expect(last).toBe(429);
    visitor.clientId = waiting;
    expect((await visitor.ask()).status).toBe(200);
    await clock.advance(3_600_000);
    visitor.clientId = own;
    expect((await visitor.refresh(refresh_token)).status, 'whom a person allowed something stays').toBe(200);
    expect((await visitor.ask({ client_id: waiting })).status).toBe(400);
    expect((await visitor.register()).status).toBe(201);
  });

  it('attack: a client that opens page after page ends its own questions alone', async () => {
    const page = await visitor.ask();
    for (let n = 0; n < 210; n += 1) await visitor.ask({ client_id: PUBLIC_CLIENT });
    expect(await visitor.decide(page)).toBeInstanceOf(URL);
  });

  const URL_ID = 'https://app.example/client.json';
  it('an https URL is a client id: its document says who it is and where it is called back', async () => {
    documents[URL_ID] = JSON.stringify({
      client_id: URL_ID,
      client_name: 'By document',
      redirect_uris: [CALLBACK],
    });
    visitor.clientId = URL_ID;
    expect(await (await visitor.ask()).clone().text()).toContain('By document');
    expect((await visitor.exchange(await visitor.code())).status).toBe(200);
  });

  it.each([
    ['names another client', { client_id: 'https://other.example/x', redirect_uris: [CALLBACK] }],
    ['has no redirect URIs', { client_id: URL_ID }],
    ['has others', { client_id: URL_ID, redirect_uris: ['https://app.example/cb'] }],
  ])('a document that %s is refused', async (_name, document) => {
    documents[URL_ID] = JSON.stringify(document);
    expect((await visitor.ask({ client_id: URL_ID })).status).toBe(400);
  });

  it.each(['https://:x@app.example/c', 'https://a;b.example/c', 'https://app.example/c#d'])(
    'attack: %s is no client id',
    async (client_id) => {
      documents[client_id] = JSON.stringify({ client_id, redirect_uris: [CALLBACK] });
      expect((await visitor.ask({ client_id })).status).toBe(400);
    },
  );

  it('a document that cannot be had is told on the page', async () => {
    const answer = await visitor.ask({ client_id: URL_ID });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('nothing is there');
  });
});

import { describe, expect, test } from 'vitest';
import type { Engine } from '../../index.ts';
import { begun, cameBack, ENDPOINT, ISSUER, oauthWorld, PERSON } from './oauth-world.suite.ts';

const call = (engine: Engine) => engine.call(engine.prepareCall(ENDPOINT, 'work', {}));

describe('a person signs in', () => {
  test('and the token goes out with what is sent then; what was refused is not sent again by itself', async () => {
    const world = oauthWorld();
    const engine = await world.engine();
    const url = new URL(await begun(engine));
    expect(engine.challenge(ENDPOINT)).toMatchObject({ status: 401 });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: `client at ${ISSUER}`,
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:6280/oauth/callback',
      resource: ENDPOINT,
      response_type: 'code',
      scope: 'read',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(url.href))).toMatchObject({
      state: 'authorised',
      scope: 'read',
    });
    const [token] = world.at('/token');
    expect(Object.fromEntries(token?.form ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'canary-code',
      resource: ENDPOINT,
    });
    expect(await digest(token?.form.get('code_verifier') ?? '')).toBe(url.searchParams.get('code_challenge'));
    expect(world.at('/mcp')).toHaveLength(1);
    expect(await call(engine)).toMatchObject({ ok: true });
    expect(world.at('/mcp').map(({ headers }) => headers.get('authorization'))).toEqual([
      null,
      'Bearer canary-token-1',
    ]);
    expect(engine.challenge(ENDPOINT)).toBeUndefined();
    await engine.close();
  });

  test('attack 10: no secret of it is in the recording, and each step is, with its cause', async () => {
    const world = oauthWorld();
    const engine = await world.engine();
    const url = await begun(engine);
    await engine.finishAuthorisation(ENDPOINT, cameBack(url));
    await call(engine);
    const verifier = world.at('/token')[0]?.form.get('code_verifier') ?? 'none';
    const text = engine.exportRecording();
    const inForm = new URLSearchParams({ verifier }).toString().slice('verifier='.length);
    for (const secret of [inForm, 'canary', verifier, new URL(url).searchParams.get('state') ?? 'none'])
      expect(text).not.toContain(secret);
    const steps = [...engine.world().exchanges].filter(({ step }) => step !== undefined);
    expect(steps.map(({ step, state, url: to }) => [step, state, new URL(to).pathname])).toEqual([
      ['resource-metadata', 'done', '/.well-known/oauth-protected-resource/mcp'],
      ['server-metadata', 'done', '/.well-known/oauth-authorization-server'],
      ['registration', 'done', '/register'],
      ['token', 'done', '/token'],
    ]);
    for (const { causeSeq } of steps) expect(engine.log.read(causeSeq ?? -1).kind).toBe('action');
    expect(engine.world().tasks.size).toBe(0);
    await engine.close();
  });

  test('attack: what comes back with another state is not used, and each state is used once', async () => {
    const world = oauthWorld();
    const engine = await world.engine();
    const url = await begun(engine);
    for (const state of ['other', undefined])
      expect(await engine.finishAuthorisation(ENDPOINT, cameBack(url, { state }))).toMatchObject({
        problem: { code: 'wrong-state' },
      });
    expect(world.at('/token')).toHaveLength(0);
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(url))).toMatchObject({ state: 'authorised' });
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(url))).toMatchObject({
      problem: { code: 'not-awaited' },
    });
    await engine.close();
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['the issuer with a slash', { iss: `${ISSUER}/` }],
    ['no issuer, though the server said that it names it', { iss: undefined }],
    ['an error of another issuer', { iss: 'https://evil.example', code: undefined, error: 'access_denied' }],
  ])('attack (mix-up): %s ends it, and the code goes nowhere', async (_name, change) => {
    const world = oauthWorld();
    const engine = await world.engine();
    const back = await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine), change));
    expect(back).toMatchObject({ state: 'failed', problem: { code: 'wrong-issuer' } });
    expect(JSON.stringify(back)).not.toMatch(/evil|access_denied/);
    expect(world.at('/token')).toHaveLength(0);
    await engine.close();
  });

  test('who refuses is told so, in the words of the protocol alone', async () => {
    const engine = await oauthWorld().engine();
    const url = await begun(engine);
    expect(
      await engine.finishAuthorisation(ENDPOINT, cameBack(url, { code: undefined, error: 'access_denied' })),
    ).toMatchObject({
      problem: { code: 'denied', message: 'The sign-in ended with access_denied.' },
    });
    await engine.close();
  });

  test('a token that ran out is refreshed without the person', async () => {
    const world = oauthWorld();
    const engine = await world.engine();
    await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)));
    world.revoked.add('canary-token-1');
    expect(await call(engine)).toMatchObject({ ok: false });
    expect(await engine.authorise(ENDPOINT, PERSON)).toMatchObject({ state: 'authorised' });
    expect(world.at('/token')[1]?.form.get('grant_type')).toBe('refresh_token');
    expect(await call(engine)).toMatchObject({ ok: true });
    expect(engine.exportRecording()).not.toContain('canary');
    await engine.close();
  });
});

describe('servers that must not be trusted', () => {
  test.each([
    ['metadata of another issuer', { server: { issuer: 'https://evil.example' } }, 'issuer-mismatch'],
    [
      'metadata of another resource',
      { resource: { resource: 'https://other.example/mcp' } },
      'resource-mismatch',
    ],
    [
      'a sign-in page that is a script',
      { server: { authorization_endpoint: 'javascript:alert(1)' } },
      undefined,
    ],
    [
      'a sign-in page without TLS',
      { server: { authorization_endpoint: 'http://auth.example/authorize' } },
      'not-openable',
    ],
    ['PKCE in plain alone', { server: { code_challenge_methods_supported: ['plain'] } }, 'no-pkce'],
    ['no word of PKCE', { server: { code_challenge_methods_supported: undefined } }, 'no-pkce'],
  ])('%s', async (_name, otherwise, code) => {
    const world = oauthWorld(otherwise);
    const engine = await world.engine();
    await engine.connect(ENDPOINT);
    const begins = await engine.authorise(ENDPOINT, PERSON);
    expect(begins).toMatchObject({ state: 'failed', ...(code === undefined ? {} : { problem: { code } }) });
    expect(world.at('/token')).toHaveLength(0);
    await engine.close();
  });

  test('a token endpoint without TLS gets no code', async () => {
    const world = oauthWorld({ server: { token_endpoint: 'http://auth.example/token' } });
    const engine = await world.engine();
    const back = await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)));
    expect(back).toMatchObject({ problem: { code: 'insecure-token-endpoint' } });
    expect(world.at('/token')).toHaveLength(0);
    await engine.close();
  });

  test('a redirect of the token endpoint is not followed', async () => {
    const world = oauthWorld({
      answer: ({ url }) =>
        url.endsWith('/token')
          ? new Response(null, { status: 307, headers: { location: 'https://evil.example/token' } })
          : undefined,
    });
    const engine = await world.engine();
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)))).toMatchObject({
      state: 'failed',
    });
    expect(world.seen.map(({ url }) => url).join()).not.toContain('evil');
    await engine.close();
  });

  test('credentials never go from one authorisation server to another', async () => {
    const client = { clientId: 'mine', clientSecret: 'canary-mine' };
    const world = oauthWorld();
    const engine = await world.engine();
    await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine, { ...PERSON, client })));
    world.issuer = 'https://auth2.example';
    world.revoked.add('canary-token-1');
    await call(engine);
    const sent = world.seen.length;
    expect(await engine.authorise(ENDPOINT, { ...PERSON, client })).toMatchObject({
      problem: { code: 'other-server' },
    });
    const there = world.seen.slice(sent).filter(({ url }) => url.startsWith('https://auth2.example'));
    expect(
      there.map(({ url, text, headers }) => [new URL(url).pathname, text, headers.get('authorization')]),
    ).toEqual([['/.well-known/oauth-authorization-server', '', null]]);
    await engine.close();
  });

  test('attack: the headers that a person gave for the endpoint go to it alone', async () => {
    const world = oauthWorld();
    const headers = [{ name: 'X-Own', value: 'canary-own', secret: true }];
    const engine = await world.engine({ settings: () => ({ way: 'direct', headers }) });
    await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)));
    for (const seen of world.seen)
      expect(seen.headers.get('x-own')).toBe(seen.url === ENDPOINT ? 'canary-own' : null);
    expect(engine.exportRecording()).not.toContain('canary');
    await engine.close();
  });

  test('with another one the client registers anew', async () => {
    const world = oauthWorld();
    const engine = await world.engine();
    await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)));
    world.issuer = 'https://auth2.example';
    world.revoked.add('canary-token-1');
    await call(engine);
    const begins = await engine.authorise(ENDPOINT, PERSON);
    expect(begins.state === 'redirect' && new URL(begins.url).searchParams.get('client_id')).toBe(
      'client at https://auth2.example',
    );
    await engine.close();
  });
});

describe('a scope that is not enough (403)', () => {
  test('is asked for together with what was had; asked for again although it was had, no more sign-in is begun', async () => {
    const world = oauthWorld();
    const engine = await world.engine();
    await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)));
    world.scope = 'write';
    expect(await call(engine)).toMatchObject({ ok: false });
    const begins = await engine.authorise(ENDPOINT, PERSON);
    if (begins.state !== 'redirect') throw new Error(begins.state);
    expect(new URL(begins.url).searchParams.get('scope')).toBe('read write');
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(begins.url))).toMatchObject({
      scope: 'read write',
    });
    await call(engine);
    expect(await engine.authorise(ENDPOINT, PERSON)).toMatchObject({ problem: { code: 'scope-refused' } });
    expect(world.at('/token')).toHaveLength(2);
    await engine.close();
  });
});

test('a client with a secret needs no person, and its secret stays out of the recording', async () => {
  const world = oauthWorld();
  const engine = await world.engine();
  await engine.connect(ENDPOINT);
  const grant = {
    kind: 'client-secret',
    client: { clientId: 'robot', clientSecret: 'canary-robot' },
  } as const;
  expect(await engine.authorise(ENDPOINT, grant)).toMatchObject({ state: 'authorised' });
  expect(world.at('/token')[0]?.form.get('grant_type')).toBe('client_credentials');
  expect(await call(engine)).toMatchObject({ ok: true });
  expect(engine.exportRecording()).not.toMatch(/canary/);
  await engine.close();
});

test('an authorisation server that cannot be reached is told as that', async () => {
  const world = oauthWorld({
    answer: ({ url }) => {
      if (url.startsWith(ISSUER)) throw new TypeError('fetch failed');
      return undefined;
    },
  });
  const engine = await world.engine();
  await engine.connect(ENDPOINT);
  expect(await engine.authorise(ENDPOINT, PERSON)).toMatchObject({ problem: { code: 'unreached' } });
  const failed = [...engine.world().exchanges].filter(({ state }) => state === 'failed');
  expect(failed.some(({ step }) => step === 'server-metadata')).toBe(true);
  await engine.close();
});

async function digest(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return Buffer.from(hash).toString('base64url');
}

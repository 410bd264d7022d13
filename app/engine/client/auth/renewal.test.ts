import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../server/ports/manual-clock.ts';
import type { SecretMemory } from '../../authorisation.ts';
import type { Engine } from '../../index.ts';
import {
  begun,
  cameBack,
  ENDPOINT,
  ISSUER,
  type OAuthWorld,
  oauthWorld,
  PERSON,
} from './oauth-world.suite.ts';

const call = (engine: Engine) => engine.call(engine.prepareCall(ENDPOINT, 'work', {}));
const MINUTE = { token: { expires_in: 60 } };

/** What a browser keeps for the page, as a map that a test can look at. */
function kept(): SecretMemory & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (endpoint) => texts.get(endpoint),
    set: (endpoint, text) => void (text === undefined ? texts.delete(endpoint) : texts.set(endpoint, text)),
  };
}

async function signedIn(
  world: OAuthWorld,
  secrets: SecretMemory,
  clock = new ManualClock(),
): Promise<Engine> {
  const engine = await world.engine({ clock, secrets });
  await engine.finishAuthorisation(ENDPOINT, cameBack(await begun(engine)));
  return engine;
}

const grants = (world: OAuthWorld) => world.at('/token').map(({ form }) => form.get('grant_type'));
const bearers = (world: OAuthWorld) =>
  world.at('/mcp').map(({ headers }) => headers.get('authorization')?.replace('Bearer canary-', ''));

describe('a token that runs out', () => {
  test('is renewed before the next request, once for all that wait, as a step with its cause', async () => {
    const world = oauthWorld(MINUTE);
    const clock = new ManualClock();
    const engine = await signedIn(world, kept(), clock);
    await call(engine);
    await clock.advance(49_999);
    await call(engine);
    expect(grants(world)).toEqual(['authorization_code']);
    await clock.advance(1);
    await Promise.all([call(engine), call(engine)]);
    expect(grants(world)).toEqual(['authorization_code', 'refresh_token']);
    expect(world.at('/token')[1]?.form.get('resource')).toBe(ENDPOINT);
    expect(bearers(world)).toEqual([undefined, 'token-1', 'token-1', 'token-2', 'token-2']);
    const step = [...engine.world().exchanges].find((exchange) => exchange.step === 'token-refresh');
    expect(engine.log.read(step?.causeSeq ?? -1).kind).toBe('action');
    expect(engine.exportRecording()).not.toContain('canary');
    await engine.close();
  });

  test('that cannot be renewed goes out as it is, and its refusal is the person’s to answer', async () => {
    let refuse = false;
    const world = oauthWorld({
      ...MINUTE,
      answer: ({ url }) =>
        refuse && url.endsWith('/token')
          ? Response.json({ error: 'invalid_grant' }, { status: 400 })
          : undefined,
    });
    const clock = new ManualClock();
    const engine = await signedIn(world, kept(), clock);
    refuse = true;
    world.revoked.add('canary-token-1');
    await clock.advance(60_000);
    expect(await call(engine)).toMatchObject({ ok: false });
    await call(engine);
    expect(grants(world)).toEqual(['authorization_code', 'refresh_token']);
    expect(engine.challenge(ENDPOINT)).toMatchObject({ status: 401 });
    await engine.close();
  });

  test('of a machine is had anew', async () => {
    const world = oauthWorld(MINUTE);
    const clock = new ManualClock();
    const engine = await world.engine({ clock });
    await engine.connect(ENDPOINT);
    const client = { clientId: 'robot', clientSecret: 'canary-robot' };
    await engine.authorise(ENDPOINT, { kind: 'client-secret', client });
    await clock.advance(60_000);
    expect(await call(engine)).toMatchObject({ ok: true });
    expect(grants(world)).toEqual(['client_credentials', 'client_credentials']);
    await engine.close();
  });

  test('attack: a refresh token goes to the issuer that gave it alone', async () => {
    const world = oauthWorld(MINUTE);
    const clock = new ManualClock();
    const secrets = kept();
    const engine = await signedIn(world, secrets, clock);
    const text = secrets.texts.get(ENDPOINT) ?? '';
    secrets.set(ENDPOINT, text.replaceAll(`"issuer":"${ISSUER}"`, '"issuer":"https://evil.example"'));
    const other = await world.engine({ clock, secrets });
    await clock.advance(60_000);
    await call(other);
    expect(world.seen.map(({ url }) => url).join()).not.toContain('evil');
    await engine.close();
    await other.close();
  });
});

describe('another load of the page', () => {
  test('goes on with the token that is kept, and renews it', async () => {
    const world = oauthWorld(MINUTE);
    const secrets = kept();
    const clock = new ManualClock();
    await (await signedIn(world, secrets, clock)).close();
    const engine = await world.engine({ clock, secrets });
    expect(engine.isSignedIn(ENDPOINT)).toBe(true);
    expect(await call(engine)).toMatchObject({ ok: true });
    await clock.advance(60_000);
    expect(await call(engine)).toMatchObject({ ok: true });
    expect(bearers(world)).toEqual([undefined, 'token-1', 'token-2']);
    await engine.close();
  });

  test('finishes a sign-in that led through this very tab', async () => {
    const world = oauthWorld();
    const secrets = kept();
    const before = await world.engine({ secrets });
    const url = await begun(before);
    await before.close();
    const engine = await world.engine({ secrets });
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(url))).toMatchObject({ state: 'authorised' });
    expect(await engine.finishAuthorisation(ENDPOINT, cameBack(url))).toMatchObject({
      problem: { code: 'not-awaited' },
    });
    await engine.close();
  });

  test('takes up what another tab with the same memory has renewed, instead of spending its token again', async () => {
    const world = oauthWorld(MINUTE);
    const secrets = kept();
    const clock = new ManualClock();
    const one = await signedIn(world, secrets, clock);
    const two = await world.engine({ clock, secrets });
    await call(two);
    await clock.advance(60_000);
    await call(one);
    await call(two);
    expect(grants(world)).toEqual(['authorization_code', 'refresh_token']);
    expect(bearers(world).slice(-2)).toEqual(['token-2', 'token-2']);
    await one.close();
    await two.close();
  });

  test.each(['', 'null', '[]', '{"version":2,"authorization":"Bearer canary"}', '{"version":1,"person":{}}'])(
    'begins anew with a memory of %s',
    async (text) => {
      const world = oauthWorld();
      const secrets = kept();
      secrets.set(ENDPOINT, text);
      const engine = await world.engine({ secrets });
      expect(engine.isSignedIn(ENDPOINT)).toBe(false);
      expect(await begun(engine)).toContain('state=');
      await engine.close();
    },
  );
});

test('attack 10: signing out leaves nothing, here and in what is kept', async () => {
  const world = oauthWorld();
  const secrets = kept();
  const engine = await signedIn(world, secrets);
  expect(secrets.texts.get(ENDPOINT)).toContain('canary-refresh');
  await engine.signOut(ENDPOINT);
  expect([secrets.texts.size, engine.isSignedIn(ENDPOINT)]).toEqual([0, false]);
  await call(engine);
  expect(world.at('/mcp').at(-1)?.headers.get('authorization')).toBeNull();
  const again = await engine.authorise(ENDPOINT, PERSON);
  expect(again.state).toBe('redirect');
  expect(world.at('/register')).toHaveLength(2);
  await engine.close();
});

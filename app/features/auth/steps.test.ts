import { expect, test } from 'vitest';
import {
  begun,
  cameBack,
  ENDPOINT,
  ISSUER,
  type Otherwise,
  oauthWorld,
} from '../../engine/client/auth/oauth-world.suite.ts';
import type { Authorisation, Engine, Grant } from '../../engine/index.ts';
import type { Attempt } from './attempts.ts';
import { seenSteps } from './seen.ts';
import { parameter, type Step, stepsOf } from './steps.ts';

const steps = (engine: Engine, outcome?: Authorisation): readonly Step[] => {
  const attempt: Attempt = { busy: undefined, outcome };
  return stepsOf(ENDPOINT, seenSteps(engine, engine.world(), ENDPOINT), attempt);
};
const states = (all: readonly Step[]) => Object.fromEntries(all.map(({ id, state }) => [id, state]));
const words = (all: readonly Step[], id: string) => all.find((step) => step.id === id)?.words;

/** A sign-in of a person, from the refusal to the token. */
async function signedIn(otherwise: Otherwise = {}, grant?: Grant) {
  const world = oauthWorld(otherwise);
  const engine = await world.engine();
  const url = await begun(engine, grant);
  const away = steps(engine, { state: 'redirect', url });
  const outcome = await engine.finishAuthorisation(ENDPOINT, cameBack(url));
  return { world, engine, away, outcome, after: steps(engine, outcome) };
}

test('before anything was tried each step says what it is for, and none claims a proof', async () => {
  const engine = await oauthWorld().engine();
  const all = steps(engine);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['open']));
  expect(all.map(({ exchange }) => exchange)).toEqual(all.map(() => undefined));
  expect(words(all, 'token')).toContain('The code is exchanged');
});

test('a person away: what was found out is told with its evidence, consent is the person’s turn', async () => {
  const { away, engine } = await signedIn();
  expect(states(away)).toEqual({
    refusal: 'done',
    resource: 'done',
    server: 'done',
    client: 'done',
    authorise: 'now',
    callback: 'open',
    token: 'open',
    refresh: 'open',
    'step-up': 'open',
  });
  expect(words(away, 'refusal')).toContain('The least scope is “read”');
  expect(words(away, 'resource')).toContain(`which authorisation server may give tokens for it: ${ISSUER}`);
  expect(words(away, 'client')).toContain(`Registered as client at ${ISSUER}`);
  const shown = away.find(({ id }) => id === 'resource')?.exchange;
  expect([...engine.world().exchanges].find(({ id }) => id === shown)?.step).toBe('resource-metadata');
});

test('a token: the way back proves state and issuer, and no secret is in the words', async () => {
  const { after } = await signedIn();
  expect(states(after)).toMatchObject({
    authorise: 'done',
    callback: 'done',
    token: 'done',
    refresh: 'open',
  });
  expect(words(after, 'callback')).toContain(`came from ${ISSUER} (iss), so no other server mixed itself in`);
  expect(words(after, 'token')).toContain('for this endpoint alone');
  expect(JSON.stringify(after)).not.toContain('canary');
});

test('a server that does not promise to name itself proves nothing by it, and that is said', async () => {
  const { after } = await signedIn({ server: { authorization_response_iss_parameter_supported: false } });
  expect(words(after, 'callback')).toContain('that no other server mixed itself in is not proved');
  expect(words(after, 'server')).toContain('It does not say that it names itself');
});

test('an id that was given is registered nowhere', async () => {
  const { after } = await signedIn(
    {},
    { kind: 'person', redirectUrl: 'http://127.0.0.1:6280/oauth/callback', client: { clientId: 'mine' } },
  );
  expect(words(after, 'client')).toBe('Known there as mine; nothing was registered.');
});

test('a client id metadata document is the id; nothing is registered', async () => {
  const clientMetadataUrl = 'https://me.example/client.json';
  const { after, world } = await signedIn(
    { server: { client_id_metadata_document_supported: true } },
    { kind: 'person', redirectUrl: 'http://127.0.0.1:6280/oauth/callback', clientMetadataUrl },
  );
  expect(world.at('/register')).toEqual([]);
  expect(words(after, 'client')).toBe(`Known there as ${clientMetadataUrl}; nothing was registered.`);
});

test('a machine needs no person and no way back', async () => {
  const engine = await oauthWorld({
    server: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
  }).engine();
  await engine.connect(ENDPOINT);
  const client = { clientId: 'm', clientSecret: 'canary-machine' };
  const outcome = await engine.authorise(ENDPOINT, { kind: 'client-secret', client });
  const all = steps(engine, outcome);
  expect(outcome.state).toBe('authorised');
  expect(words(all, 'authorise')).toContain('no person is needed');
  expect(words(all, 'callback')).toBe('Without a person there is none.');
  expect(JSON.stringify(all)).not.toContain('canary');
});

test.each<[string, Otherwise, string, string]>([
  [
    'metadata of another resource',
    { resource: { resource: 'https://other.example/' } },
    'resource',
    'resource-mismatch',
  ],
  [
    'a server that says another issuer',
    { server: { issuer: 'https://evil.example' } },
    'server',
    'issuer-mismatch',
  ],
  ['a server without PKCE', { server: { code_challenge_methods_supported: undefined } }, 'server', 'no-pkce'],
  [
    'a refused registration',
    { answer: ({ url }) => (url.endsWith('/register') ? new Response('no', { status: 403 }) : undefined) },
    'client',
    'registration-refused',
  ],
])('%s fails at its own step', async (_name, otherwise, id, code) => {
  const engine = await oauthWorld(otherwise).engine();
  await engine.connect(ENDPOINT);
  const outcome = await engine.authorise(ENDPOINT, {
    kind: 'person',
    redirectUrl: 'http://127.0.0.1:6280/oauth/callback',
  });
  expect(outcome).toMatchObject({ state: 'failed', problem: { code } });
  expect(states(steps(engine, outcome))[id]).toBe('failed');
});

test('more rights: what is wanted is named, and done once a later token has it', async () => {
  const { world, engine } = await signedIn({ token: { scope: 'read' } });
  world.scope = 'read write';
  await engine.call(engine.prepareCall(ENDPOINT, 'work', {}));
  const open = steps(engine);
  expect(states(open)['step-up']).toBe('open');
  expect(words(open, 'step-up')).toContain('wants the scope “read write”');
});

test.each([
  ['Bearer scope="a b", resource_metadata="https://x/y"', 'scope', 'a b'],
  ['Bearer xscope="no",scope="yes"', 'scope', 'yes'],
  ['Bearer scope=token', 'scope', undefined],
  ['', 'scope', undefined],
])('of %j the parameter %s is %s', (challenge, name, value) =>
  expect(parameter(challenge, name)).toBe(value),
);

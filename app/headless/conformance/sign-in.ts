import { own, ownString } from '../../../server/protocol/json.ts';
import type { Answered, Authorisation, Engine, Grant, JsonObject } from '../../engine/index.ts';
import { sampleArguments } from './sample.ts';
import { expected, type Scenario } from './scenario.ts';

/** Nobody listens there: the suite's servers send the person back without a page, and that answer is read here. */
const REDIRECT_URL = 'http://127.0.0.1:6280/oauth/callback';
/** The suite knows this client by the URL of a metadata document that does not exist. */
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json';
/** A person gives up after so many sign-ins in a row. */
const MOST_SIGN_INS = 3;

/** Signs in whenever the endpoint asks for it, and repeats by hand what was refused. */
export const signIn: Scenario = async (run) => {
  const { engine, url } = run;
  const grant = grantOf(run.context);
  const again = <T>(ask: () => Promise<Answered<T>>) => signingIn(engine, url, grant, ask);
  // A server may leave discovery open and protect what follows.
  await again(() => engine.connect(url));
  const tools = await again(() => engine.listTools(engine.endpoint ?? url));
  for (const { name, inputSchema } of tools)
    await again(() =>
      engine.call(engine.prepareCall(engine.endpoint ?? url, name, sampleArguments(inputSchema))),
    );
};

async function signingIn<T>(
  engine: Engine,
  url: string,
  grant: Grant,
  ask: () => Promise<Answered<T>>,
): Promise<T> {
  for (let signIns = 0; ; signIns += 1) {
    const answer = await ask();
    const endpoint = engine.endpoint ?? url;
    if (answer.ok || engine.challenge(endpoint) === undefined || signIns === MOST_SIGN_INS)
      return expected(answer);
    await authorise(engine, endpoint, grant);
  }
}

async function authorise(engine: Engine, endpoint: string, grant: Grant): Promise<void> {
  let came: Authorisation = await engine.authorise(endpoint, grant);
  if (came.state === 'redirect') came = await engine.finishAuthorisation(endpoint, await followed(came.url));
  if (came.state === 'failed') throw new Error(`${came.problem.code}: ${came.problem.message}`);
}

/** Where the authorisation server sends a person who agrees to everything. */
async function followed(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null)
    throw new Error(`the authorisation server answered ${response.status} without a redirect`);
  return new URL(location, url).href;
}

/** How a token is had with what the scenario gives. */
function grantOf(context: JsonObject): Grant {
  const text = (name: string): string => ownString(context, name) ?? '';
  const clientId = text('client_id');
  const clientSecret = text('client_secret');
  if (own(context, 'private_key_pem') !== undefined)
    return {
      kind: 'private-key',
      client: { clientId },
      privateKey: text('private_key_pem'),
      algorithm: text('signing_algorithm') || 'ES256',
    };
  if (own(context, 'idp_id_token') !== undefined)
    return {
      kind: 'enterprise',
      client: { clientId, clientSecret },
      identityProvider: {
        tokenEndpoint: text('idp_token_endpoint'),
        clientId: text('idp_client_id'),
        idToken: text('idp_id_token'),
      },
    };
  if (text('name') === 'auth/client-credentials-basic')
    return { kind: 'client-secret', client: { clientId, clientSecret } };
  const person = {
    kind: 'person',
    redirectUrl: REDIRECT_URL,
    clientMetadataUrl: CLIENT_METADATA_URL,
  } as const;
  return clientId === '' ? person : { ...person, client: { clientId, clientSecret } };
}

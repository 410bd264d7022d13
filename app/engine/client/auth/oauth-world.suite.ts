import { CountingIds } from '../../../../server/ports/ids.ts';
import { ManualClock } from '../../../../server/ports/manual-clock.ts';
import type { JsonObject, JsonValue } from '../../../../server/protocol/json.ts';
import type { Engine, Grant } from '../../index.ts';
import { createEngine } from '../create-engine.ts';
import type { EngineOptions } from '../options.ts';
import { json } from '../scripted.suite.ts';

export const ENDPOINT = 'https://mcp.example/mcp';
export const ISSUER = 'https://auth.example';
export const PERSON = { kind: 'person', redirectUrl: 'http://127.0.0.1:6280/oauth/callback' } as const;

export interface Seen {
  readonly url: string;
  readonly http: string;
  readonly headers: Headers;
  readonly text: string;
  readonly form: URLSearchParams;
}

export interface OAuthWorld {
  readonly seen: Seen[];
  /** The requests to one path. */
  at(path: string): Seen[];
  engine(options?: EngineOptions): Promise<Engine>;
  /** A scope that tools/call needs, where the token must have it. */
  scope: string | undefined;
  /** Tokens that are no longer taken. */
  readonly revoked: Set<string>;
  issuer: string;
}

/** What a world may do otherwise: fields of its documents, and answers to single paths. */
export interface Otherwise {
  readonly resource?: JsonObject;
  /** undefined takes a field away. */
  readonly server?: Readonly<Record<string, JsonValue | undefined>>;
  readonly token?: JsonObject;
  readonly answer?: (seen: Seen) => Response | undefined;
}

/** A protected endpoint with its authorisation server, as one scripted `fetch`. Secrets in it begin with `canary-`. */
export function oauthWorld(otherwise: Otherwise = {}): OAuthWorld {
  let tokens = 0;
  const world: OAuthWorld = {
    seen: [],
    at: (path) => world.seen.filter(({ url }) => new URL(url).pathname === path),
    scope: undefined,
    revoked: new Set(),
    issuer: ISSUER,
    engine: (options = {}) =>
      createEngine({
        clock: new ManualClock(),
        ...options,
        ids: new CountingIds(),
        storage: null,
        fetch: async (url, init) => {
          const text = typeof init.body === 'string' ? init.body : '';
          const headers = new Headers(init.headers);
          const seen = { url, http: init.method ?? 'GET', headers, text, form: new URLSearchParams(text) };
          world.seen.push(seen);
          return otherwise.answer?.(seen) ?? answer(seen);
        },
      }),
  };

  function answer({ url, headers, text }: Seen): Response {
    const { origin, pathname } = new URL(url);
    const { issuer } = world;
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json({ resource: ENDPOINT, authorization_servers: [issuer], ...otherwise.resource });
    if (pathname.startsWith('/.well-known/'))
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ...otherwise.server,
      });
    if (pathname === '/register')
      return json(
        {
          ...(JSON.parse(text) as JsonObject),
          client_id: `client at ${origin}`,
          client_secret: 'canary-client-secret',
        },
        201,
      );
    if (pathname === '/token') {
      tokens += 1;
      return json({
        access_token: `canary-token-${tokens}`,
        refresh_token: `canary-refresh-${tokens}`,
        token_type: 'Bearer',
        ...otherwise.token,
      });
    }
    return endpoint(headers.get('authorization')?.replace('Bearer ', ''), text);
  }

  function endpoint(token: string | undefined, text: string): Response {
    const { id, method } = JSON.parse(text) as { id: number; method: string };
    const metadata = 'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"';
    const refuse = (status: number, more: string): Response =>
      json({ error: 'no' }, status, { 'www-authenticate': `Bearer ${metadata}, ${more}` });
    if (token === undefined || world.revoked.has(token)) return refuse(401, 'scope="read"');
    if (method === 'tools/call' && world.scope !== undefined)
      return refuse(403, `error="insufficient_scope", scope="${world.scope}"`);
    const result =
      method === 'server/discover'
        ? { supportedVersions: ['2026-07-28'], capabilities: {} }
        : method === 'tools/list'
          ? { tools: [] }
          : { content: [] };
    return json({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
  }

  return world;
}

/** Where the authorisation server sends the person who agreed. @param change of the query, undefined takes a parameter away */
export function cameBack(url: string, change: Readonly<Record<string, string | undefined>> = {}): string {
  const asked = new URL(url);
  const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
  const query = {
    code: 'canary-code',
    state: asked.searchParams.get('state') ?? '',
    iss: asked.origin,
    ...change,
  };
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) back.searchParams.set(name, value);
  return back.href;
}

/** Connects, is refused, begins, and gives the URL that the person is to open. */
export async function begun(engine: Engine, grant: Grant = PERSON): Promise<string> {
  await engine.connect(ENDPOINT);
  const begins = await engine.authorise(ENDPOINT, grant);
  if (begins.state !== 'redirect') throw new Error(JSON.stringify(begins));
  return begins.url;
}

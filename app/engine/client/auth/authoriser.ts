import {
  auth,
  computeScopeUnion,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
  type FetchLike,
  isStrictScopeSuperset,
  type OAuthClientProvider,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import type { Authorisation, Grant } from '../../authorisation.ts';
import type { Sender } from '../sender.ts';
import { authFetch } from './auth-fetch.ts';
import { authProblem, denied, notAwaited, notOpenable, scopeRefused, wrongState } from './auth-problems.ts';
import { machineProvider } from './machine-provider.ts';
import { type PersonProvider, personProvider } from './person-provider.ts';

/** What is remembered of one endpoint from attempt to attempt. */
interface Known {
  readonly person: PersonProvider | undefined;
  /** The scope that was asked for last. */
  readonly scope: string | undefined;
  /** The issuer that a machine's client was used with. */
  readonly issuer: string | undefined;
  readonly metadataUrl: URL | undefined;
}

const NOTHING: Known = { person: undefined, scope: undefined, issuer: undefined, metadataUrl: undefined };

/**
 * Obtains tokens for endpoints (2026-07-28, "Authorization"). The OAuth itself is the SDK's; what is remembered, what is refused and
 * what a person must do is here.
 */
export class Authoriser {
  readonly #sender: Sender;
  readonly #known = new Map<string, Known>();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Begins, or goes all the way where no person is needed. What the endpoint said when it refused decides on scope and servers. */
  async begin(endpoint: string, grant: Grant): Promise<Authorisation> {
    const cause = this.#sender.recorder.action('authorise', endpoint, { grant: grant.kind });
    const known = this.#known.get(endpoint) ?? NOTHING;
    const challenge = this.#sender.credentials.challenge(endpoint);
    const read = extractWWWAuthenticateParams(
      new Response(null, {
        status: challenge?.status ?? 401,
        headers: { 'www-authenticate': challenge?.header ?? '' },
      }),
    );
    const granted = known.person?.tokens()?.scope ?? known.scope;
    const scope = computeScopeUnion(known.scope, granted, read.scope);
    const stepUp = challenge?.status === 403;
    if (stepUp && read.scope !== undefined && !isStrictScopeSuperset(read.scope, granted))
      return failed(scopeRefused(read.scope));
    const fetchFn = authFetch(this.#sender, endpoint, cause);
    const person =
      grant.kind === 'person' ? personProvider(grant, known.person, this.#sender.ids) : undefined;
    const metadataUrl = read.resourceMetadataUrl ?? known.metadataUrl;
    this.#known.set(endpoint, { ...known, person, scope, metadataUrl });
    try {
      const provider = person ?? (await this.#machine(endpoint, grant, metadataUrl, fetchFn));
      const result = await auth(provider, {
        serverUrl: endpoint,
        fetchFn,
        forceReauthorization: stepUp,
        ...(scope === undefined ? {} : { scope }),
        ...(metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl }),
      });
      if (result === 'AUTHORIZED') return await this.#authorised(endpoint, provider);
      return this.#redirect(endpoint, person?.url);
    } catch (error) {
      return failed(authProblem(error));
    }
  }

  /**
   * Goes on where the person came back. @param callback the whole URL that the authorisation server led to: its state must be ours and
   * its issuer the one that was asked (RFC 9207), or nothing of it is used
   */
  async finish(endpoint: string, callback: string): Promise<Authorisation> {
    const query = new URL(callback).searchParams;
    const error = query.get('error');
    const cause = this.#sender.recorder.action('authorised', endpoint, {
      iss: query.get('iss'),
      came: query.has('code') ? 'code' : error === null ? 'nothing' : 'error',
    });
    const { person, metadataUrl, scope } = this.#known.get(endpoint) ?? NOTHING;
    const awaited = person?.awaitedState;
    if (person === undefined || awaited === undefined) return failed(notAwaited());
    if (query.get('state') !== awaited) return failed(wrongState());
    person.awaitedState = undefined; // once, whatever comes of it
    const iss = query.get('iss') ?? undefined;
    try {
      const code = query.get('code');
      if (code === null) {
        const metadata = person.discoveryState()?.authorizationServerMetadata;
        validateAuthorizationResponseIssuer({
          iss,
          expectedIssuer: metadata?.issuer,
          issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
        });
        return failed(denied(error ?? 'no code'));
      }
      await auth(person, {
        serverUrl: endpoint,
        authorizationCode: code,
        fetchFn: authFetch(this.#sender, endpoint, cause),
        ...(iss === undefined ? {} : { iss }),
        ...(scope === undefined ? {} : { scope }),
        ...(metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl }),
      });
      return await this.#authorised(endpoint, person);
    } catch (thrown) {
      return failed(authProblem(thrown));
    }
  }

  /** A machine's client is bound to the issuer that it was registered with, or else to the first one that the endpoint names. */
  async #machine(
    endpoint: string,
    grant: Grant,
    resourceMetadataUrl: URL | undefined,
    fetchFn: FetchLike,
  ): Promise<OAuthClientProvider> {
    if (grant.kind === 'person') throw new Error('a person is no machine');
    const bound = grant.client.issuer ?? this.#known.get(endpoint)?.issuer;
    if (bound !== undefined) return machineProvider(grant, fetchFn, bound);
    const found = await discoverOAuthServerInfo(endpoint, {
      fetchFn,
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    });
    return machineProvider(
      grant,
      fetchFn,
      found.authorizationServerMetadata?.issuer ?? found.authorizationServerUrl,
    );
  }

  async #authorised(endpoint: string, provider: OAuthClientProvider): Promise<Authorisation> {
    const tokens = await provider.tokens();
    if (tokens === undefined) return failed(authProblem('no token came'));
    this.#sender.credentials.set(endpoint, `Bearer ${tokens.access_token}`);
    const known = this.#known.get(endpoint) ?? NOTHING;
    const scope = tokens.scope ?? known.scope;
    this.#known.set(endpoint, { ...known, scope, issuer: tokens.issuer ?? known.issuer });
    return { state: 'authorised', scope };
  }

  #redirect(endpoint: string, url: URL | undefined): Authorisation {
    if (url === undefined || !isOpenable(url)) return failed(notOpenable());
    const known = this.#known.get(endpoint) ?? NOTHING;
    this.#known.set(endpoint, { ...known, scope: url.searchParams.get('scope') ?? known.scope });
    return { state: 'redirect', url: url.href };
  }
}

/** https, or http on this machine; never a script or a file, whatever a server's metadata say. */
function isOpenable({ protocol, hostname }: URL): boolean {
  const local = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && local);
}

function failed(problem: Extract<Authorisation, { state: 'failed' }>['problem']): Authorisation {
  return { state: 'failed', problem };
}

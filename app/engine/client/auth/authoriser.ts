import {
  auth,
  computeScopeUnion,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
  type FetchLike,
  isStrictScopeSuperset,
  type OAuthClientProvider,
  refreshAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { type Authorisation, type Grant, NO_SECRETS, type SecretMemory } from '../../authorisation.ts';
import { readCredential } from '../credentials.ts';
import { type Locks, NO_LOCKS } from '../locks.ts';
import type { Sender } from '../sender.ts';
import { authFetch } from './auth-fetch.ts';
import {
  authProblem,
  denied,
  noPkce,
  notAwaited,
  notOpenable,
  scopeRefused,
  wrongState,
} from './auth-problems.ts';
import { type Known, readKnown, writeKnown } from './known.ts';
import { machineProvider } from './machine-provider.ts';
import { type PersonProvider, personProvider } from './person-provider.ts';

/**
 * Obtains tokens for endpoints (2026-07-28, "Authorization"). The OAuth itself is the SDK's; what is remembered, what is refused and
 * what a person must do is here.
 */
export class Authoriser {
  readonly #sender: Sender;
  readonly #memory: SecretMemory;
  readonly #locks: Locks;
  readonly #known = new Map<string, Known>();
  readonly #renewing = new Map<string, Promise<void>>();

  constructor(sender: Sender, memory: SecretMemory = NO_SECRETS, locks: Locks = NO_LOCKS) {
    this.#sender = sender;
    this.#memory = memory;
    this.#locks = locks;
  }

  /** Begins, or goes all the way where no person is needed. What the endpoint said when it refused decides on scope and servers. */
  begin(endpoint: string, grant: Grant): Promise<Authorisation> {
    return this.#begin(
      endpoint,
      grant,
      this.#sender.recorder.action('authorise', endpoint, { grant: grant.kind }),
    );
  }

  async #begin(endpoint: string, grant: Grant, cause: number): Promise<Authorisation> {
    const known = this.#of(endpoint);
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
    const machine = grant.kind === 'person' ? undefined : grant;
    this.#remember(endpoint, { ...known, person, machine, scope, metadataUrl });
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
      return this.#redirect(endpoint, person);
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
    const { person, metadataUrl, scope } = this.#of(endpoint);
    const awaited = person?.awaitedState;
    if (person === undefined || awaited === undefined) return failed(notAwaited());
    if (query.get('state') !== awaited) return failed(wrongState());
    person.awaitedState = undefined; // once, whatever comes of it
    this.#remember(endpoint, this.#of(endpoint));
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

  /**
   * A new token for one that runs out, before anything is sent with it. Where that cannot be, the old one goes on until it is refused, and
   * a person decides. One at a time, also over tabs that share what is kept: a refresh token is good once.
   */
  renew(endpoint: string, cause: number): Promise<void> {
    const running = this.#renewing.get(endpoint) ?? this.#renew(endpoint, cause);
    this.#renewing.set(endpoint, running);
    return running.finally(() => this.#renewing.delete(endpoint));
  }

  async #renew(endpoint: string, cause: number): Promise<void> {
    const { credentials, clock } = this.#sender;
    const release = await this.#locks.take(`taskscope:renew:${endpoint}`, new AbortController().signal);
    try {
      const text = this.#memory.get(endpoint);
      const kept = readCredential(text);
      if (kept !== undefined && kept.value !== credentials.get(endpoint)?.value) {
        this.#known.delete(endpoint);
        credentials.set(endpoint, kept);
        if ((kept.renewAt ?? Number.POSITIVE_INFINITY) > clock.now()) return;
      }
      const { person, machine } = this.#of(endpoint);
      if (person !== undefined && (await this.#refresh(endpoint, person, cause))) return;
      if (machine !== undefined && (await this.#begin(endpoint, machine, cause)).state === 'authorised')
        return;
      const old = credentials.get(endpoint);
      credentials.set(endpoint, old && { ...old, renewAt: undefined });
    } finally {
      release();
    }
  }

  /** @returns false where it could not be */
  async #refresh(endpoint: string, person: PersonProvider, cause: number): Promise<boolean> {
    const found = person.discoveryState();
    const tokens = person.tokens();
    const issuer = tokens?.issuer;
    const client = issuer === undefined ? undefined : person.clientInformation({ issuer });
    if (found === undefined || tokens?.refresh_token === undefined || client === undefined) return false;
    // To the issuer that gave it, and to no other.
    if ((found.authorizationServerMetadata?.issuer ?? found.authorizationServerUrl) !== issuer) return false;
    try {
      const fresh = await refreshAuthorization(found.authorizationServerUrl, {
        ...(found.authorizationServerMetadata === undefined
          ? {}
          : { metadata: found.authorizationServerMetadata }),
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        resource: new URL(found.resourceMetadata?.resource ?? endpoint),
        fetchFn: authFetch(this.#sender, endpoint, cause),
      });
      person.saveTokens({ ...fresh, issuer }, { issuer });
      return (await this.#authorised(endpoint, person)).state === 'authorised';
    } catch {
      return false;
    }
  }

  /** Nothing of it is left, here and in what is kept. */
  forget(endpoint: string): void {
    this.#sender.recorder.action('sign-out', endpoint);
    this.#known.delete(endpoint);
    this.#sender.credentials.set(endpoint, undefined);
    this.#memory.set(endpoint, undefined);
  }

  /** A machine's client is bound to the issuer that it was registered with, or else to the first one that the endpoint names. */
  async #machine(
    endpoint: string,
    grant: Grant,
    resourceMetadataUrl: URL | undefined,
    fetchFn: FetchLike,
  ): Promise<OAuthClientProvider> {
    if (grant.kind === 'person') throw new Error('a person is no machine');
    const bound = grant.client.issuer ?? this.#of(endpoint).issuer;
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
    const renewAt = renewalOf(tokens.expires_in, this.#sender.clock.now());
    this.#sender.credentials.set(endpoint, { value: `Bearer ${tokens.access_token}`, renewAt });
    const known = this.#of(endpoint);
    const scope = tokens.scope ?? known.scope;
    this.#remember(endpoint, { ...known, scope, issuer: tokens.issuer ?? known.issuer });
    return { state: 'authorised', scope };
  }

  #redirect(endpoint: string, person: PersonProvider | undefined): Authorisation {
    const url = person?.url;
    if (url === undefined || !isOpenable(url)) return failed(notOpenable());
    const metadata = person?.discoveryState()?.authorizationServerMetadata;
    // Without metadata it is a server of the oldest generation, which has none to say it in.
    if (metadata !== undefined && metadata.code_challenge_methods_supported?.includes('S256') !== true)
      return failed(noPkce());
    const known = this.#of(endpoint);
    this.#remember(endpoint, { ...known, scope: url.searchParams.get('scope') ?? known.scope });
    return { state: 'redirect', url: url.href };
  }

  /** What is known of an endpoint, also from before a reload. */
  #of(endpoint: string): Known {
    const known = this.#known.get(endpoint) ?? readKnown(this.#memory.get(endpoint), this.#sender.ids);
    this.#known.set(endpoint, known);
    return known;
  }

  #remember(endpoint: string, known: Known): void {
    this.#known.set(endpoint, known);
    this.#memory.set(endpoint, writeKnown(known, this.#sender.credentials.get(endpoint)));
  }
}

/** When to have a new token, wall time in ms: a little before it runs out, since the clocks and the way there differ. @param life s */
function renewalOf(life: unknown, now: number): number | undefined {
  const ms = Number(life) * 1_000;
  return Number.isFinite(ms) && ms > 0 ? now + ms - Math.min(10_000, ms / 5) : undefined;
}

/** https, or http on this machine; never a script or a file, whatever a server's metadata say. */
function isOpenable({ protocol, hostname }: URL): boolean {
  const local = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && local);
}

function failed(problem: Extract<Authorisation, { state: 'failed' }>['problem']): Authorisation {
  return { state: 'failed', problem };
}

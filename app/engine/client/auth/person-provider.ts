import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Ids } from '../../../../server/ports/ids.ts';
import { base64 } from '../../../../server/protocol/headers.ts';
import type { Grant } from '../../authorisation.ts';

type PersonGrant = Extract<Grant, { kind: 'person' }>;

/** A provider as it is kept. */
export interface KeptPerson {
  readonly registers: boolean;
  readonly grant: PersonGrant;
  readonly clients: readonly (readonly [issuer: string, client: StoredOAuthClientInformation])[];
  readonly tokens: readonly (readonly [issuer: string, tokens: StoredOAuthTokens])[];
  readonly newest: StoredOAuthTokens | undefined;
  readonly boundTo: string | undefined;
  readonly verifier: string | undefined;
  readonly discovery: OAuthDiscoveryState | undefined;
  readonly awaitedState: string | undefined;
}

/**
 * What is known of one endpoint's authorisation by a person: clients and tokens, each by the issuer that gave it (a credential never
 * goes to another one), and what the way there and back needs.
 */
export class PersonProvider implements OAuthClientProvider {
  readonly #ids: Ids;
  protected readonly clients = new Map<string, StoredOAuthClientInformation>();
  readonly #tokens = new Map<string, StoredOAuthTokens>();
  #grant: PersonGrant;
  #newest: StoredOAuthTokens | undefined;
  #boundTo: string | undefined;
  #verifier: string | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  /** Whether it registers clients by itself. */
  readonly registers: boolean = false;
  /** What the callback must bring back; undefined where none is awaited. */
  awaitedState: string | undefined;
  /** Where the person is to go. */
  url: URL | undefined;

  constructor(grant: PersonGrant, ids: Ids) {
    this.#grant = grant;
    this.#ids = ids;
  }

  /** All of it, so that another load of the page goes on from here. */
  kept(): KeptPerson {
    return {
      registers: this.registers,
      grant: this.#grant,
      clients: [...this.clients],
      tokens: [...this.#tokens],
      newest: this.#newest,
      boundTo: this.#boundTo,
      verifier: this.#verifier,
      discovery: this.#discovery,
      awaitedState: this.awaitedState,
    };
  }

  take(kept: KeptPerson): this {
    for (const [issuer, client] of kept.clients) this.clients.set(issuer, client);
    for (const [issuer, tokens] of kept.tokens) this.#tokens.set(issuer, tokens);
    this.#newest = kept.newest;
    this.#boundTo = kept.boundTo;
    this.#verifier = kept.verifier;
    this.#discovery = kept.discovery;
    this.awaitedState = kept.awaitedState;
    return this;
  }

  /** A new attempt: nothing of an earlier way there and back is left, and the servers are asked anew who they are. */
  begin(grant: PersonGrant): void {
    this.#grant = grant;
    this.#verifier = undefined;
    this.#discovery = undefined;
    this.awaitedState = undefined;
    this.url = undefined;
  }

  get redirectUrl(): string {
    return this.#grant.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Taskscope',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  /** '' where there is none. */
  get clientMetadataUrl(): string {
    return this.#grant.clientMetadataUrl ?? '';
  }

  state(): string {
    const state = base64(this.#ids.bytes(32)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    this.awaitedState = state;
    return state;
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { client } = this.#grant;
    const issuer = context?.issuer;
    if (client !== undefined) {
      this.#boundTo ??= client.issuer ?? issuer;
      return {
        client_id: client.clientId,
        ...(client.clientSecret === undefined ? {} : { client_secret: client.clientSecret }),
        ...(this.#boundTo === undefined ? {} : { issuer: this.#boundTo }),
      };
    }
    return issuer === undefined ? undefined : this.clients.get(issuer);
  }

  tokens(context?: OAuthClientInformationContext): StoredOAuthTokens | undefined {
    return context === undefined ? this.#newest : this.#tokens.get(context.issuer);
  }

  saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): void {
    this.#newest = tokens;
    if (context !== undefined) this.#tokens.set(context.issuer, tokens);
  }

  redirectToAuthorization(url: URL): void {
    this.url = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    if (this.#verifier === undefined) throw new Error('no authorisation has begun');
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.clients.clear();
    if (scope === 'all' || scope === 'tokens') {
      this.#tokens.clear();
      this.#newest = undefined;
    }
    if (scope === 'all' || scope === 'verifier') this.#verifier = undefined;
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
  }
}

/** For a person without a client of their own: registers one with each authorisation server. */
export class RegisteringProvider extends PersonProvider {
  override readonly registers = true;

  saveClientInformation(
    information: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): void {
    if (context !== undefined) this.clients.set(context.issuer, information);
  }
}

/**
 * What an attempt goes on with: what is known from the one before, where that was with a client of the same kind. A client that somebody
 * registered is never replaced by a new one, so its provider cannot register.
 */
export function personProvider(
  grant: PersonGrant,
  before: PersonProvider | undefined,
  ids: Ids,
): PersonProvider {
  const registers = grant.client === undefined;
  if (before !== undefined && before.registers === registers) {
    before.begin(grant);
    return before;
  }
  return registers ? new RegisteringProvider(grant, ids) : new PersonProvider(grant, ids);
}

export function restoredPerson(kept: KeptPerson, ids: Ids): PersonProvider {
  const provider = kept.registers
    ? new RegisteringProvider(kept.grant, ids)
    : new PersonProvider(kept.grant, ids);
  return provider.take(kept);
}

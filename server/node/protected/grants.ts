import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { Expiring } from './expiring.ts';

/** How long a code can be exchanged, ms (OAuth 2.1, 4.1.2: short). */
const CODE_MS = 60_000;
const REFRESH_MS = 86_400_000;
const MOST = 10_000;

/** What somebody has allowed a client. */
export interface Allowed {
  readonly clientId: string;
  /** A key of PEOPLE. */
  readonly person: string;
  readonly scope: readonly string[];
  /** The one MCP endpoint that it is for (RFC 8707). */
  readonly resource: string;
}

export interface CodeGrant extends Allowed {
  readonly redirectUri: string;
  /** Of PKCE, S256. */
  readonly challenge: string;
}

interface Kept extends Allowed {
  /** All tokens that came of one consent. */
  readonly family: string;
}

/** A response of the token endpoint (RFC 6749, 5.1). */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
}

/** Codes and tokens, in memory alone. A refresh token is good once; a second use ends all tokens of its family (OAuth 2.1, 4.3.1). */
export class Grants {
  readonly #ids: Ids;
  readonly #lifeMs: number;
  readonly #codes: Expiring<CodeGrant & { readonly family: string }>;
  readonly #access: Expiring<Kept>;
  readonly #refresh: Expiring<Kept>;
  readonly #spent: Expiring<string>;

  /** @param lifeMs of an access token */
  constructor(clock: Clock, ids: Ids, lifeMs: number) {
    this.#ids = ids;
    this.#lifeMs = lifeMs;
    this.#codes = new Expiring(clock, MOST);
    this.#access = new Expiring(clock, MOST);
    this.#refresh = new Expiring(clock, MOST);
    this.#spent = new Expiring(clock, MOST);
  }

  code(grant: CodeGrant): string {
    const code = this.#secret();
    this.#codes.set(code, { ...grant, family: this.#secret() }, CODE_MS, grant.clientId);
    return code;
  }

  /** Exchanges a code, once: a second try ends what the first one brought. @returns undefined where it does not fit */
  exchange(
    code: string,
    asked: { clientId: string; redirectUri: string; verifier: string; resource: string },
  ) {
    this.#endReused(code);
    const found = this.#codes.take(code);
    if (found === undefined) return undefined;
    this.#spent.set(code, found.family, REFRESH_MS, found.clientId);
    const fits =
      found.clientId === asked.clientId &&
      found.redirectUri === asked.redirectUri &&
      found.resource === asked.resource &&
      isVerifier(asked.verifier, found.challenge);
    return fits ? this.#issue(found, true) : undefined;
  }

  /**
   * A token for a refresh token, with a new one.
   * @param asked `scope` narrower than what was allowed, or undefined for all of it; `resource` undefined for the one that it is for
   * @returns 'invalid_target' where another endpoint is meant (RFC 8707, 2.2), which spends nothing; undefined where it does not fit
   */
  refresh(
    token: string,
    clientId: string,
    { scope, resource }: { scope: readonly string[] | undefined; resource: string | undefined },
  ): Tokens | 'invalid_target' | undefined {
    this.#endReused(token);
    const found = this.#refresh.get(token);
    if (found === undefined || found.clientId !== clientId) return undefined;
    if (resource !== undefined && resource !== found.resource) return 'invalid_target';
    if (scope?.some((name) => !found.scope.includes(name)) === true) return undefined;
    this.#refresh.take(token);
    this.#spent.set(token, found.family, REFRESH_MS, clientId);
    return this.#issue(found, true, scope);
  }

  /** A token for a machine, which needs no refresh. */
  machine(allowed: Allowed): Tokens {
    return this.#issue({ ...allowed, family: this.#secret() }, false);
  }

  /** What an access token allows, as long as it lives. */
  allowed(token: string): Allowed | undefined {
    return this.#access.get(token);
  }

  #issue(allowed: Kept, refreshable: boolean, scope = allowed.scope): Tokens {
    const { clientId, person, resource, family } = allowed;
    const kept = { clientId, person, resource, family, scope: allowed.scope };
    const access = this.#secret();
    this.#access.set(access, { ...kept, scope }, this.#lifeMs, clientId);
    const refresh = this.#secret();
    if (refreshable) this.#refresh.set(refresh, kept, REFRESH_MS, clientId);
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: Math.ceil(this.#lifeMs / 1_000),
      scope: scope.join(' '),
      ...(refreshable ? { refresh_token: refresh } : {}),
    };
  }

  #endReused(used: string): void {
    const family = this.#spent.get(used);
    if (family === undefined) return;
    for (const kept of [this.#access, this.#refresh]) kept.deleteWhere((token) => token.family === family);
  }

  #secret(): string {
    return Buffer.from(this.#ids.bytes(32)).toString('base64url');
  }
}

/** RFC 7636, 4.6, S256 alone. */
function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}

import { type HeaderPair, headerValue } from '../../../server/protocol/headers.ts';
import { isObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { type Challenge, NO_SECRETS, type SecretMemory } from '../authorisation.ts';
import type { Received } from '../transport/tap.ts';

/** What is sent to an endpoint as `Authorization`. */
export interface Credential {
  readonly value: string;
  /** When a new one should be had before anything is sent, wall time in ms; undefined: as long as it is taken. */
  readonly renewAt: number | undefined;
}

/** What is sent to each endpoint as `Authorization`, and how it refused. Never in the log (attack 10). */
export class Credentials {
  readonly #known = new Map<string, Credential>();
  readonly #challenges = new Map<string, Challenge>();
  readonly #memory: SecretMemory;

  constructor(memory: SecretMemory = NO_SECRETS) {
    this.#memory = memory;
  }

  /** @param credential undefined to send none from now on */
  set(endpoint: string, credential: Credential | undefined): void {
    if (credential === undefined) this.#known.delete(endpoint);
    else this.#known.set(endpoint, credential);
  }

  get(endpoint: string): Credential | undefined {
    const credential = this.#known.get(endpoint) ?? readCredential(this.#memory.get(endpoint));
    this.set(endpoint, credential);
    return credential;
  }

  /** The headers with `Authorization`, where there is a value and they do not bring their own. */
  sign(endpoint: string, headers: readonly HeaderPair[]): readonly HeaderPair[] {
    const value = this.get(endpoint)?.value;
    if (value === undefined || headerValue(headers, 'authorization') !== undefined) return headers;
    return [...headers, ['Authorization', value]];
  }

  /** An answer of an endpoint: 401 and 403 are remembered until a request passes. */
  noticed(endpoint: string, { status, headers, exchange }: Received): void {
    if (status === 401 || status === 403)
      this.#challenges.set(endpoint, {
        status,
        header: headerValue(headers, 'www-authenticate') ?? '',
        exchange,
      });
    else if (status !== undefined && status >= 200 && status < 300) this.#challenges.delete(endpoint);
  }

  challenge(endpoint: string): Challenge | undefined {
    return this.#challenges.get(endpoint);
  }
}

/** The part of what the authoriser keeps (auth/known.ts) that must be there before its code is. */
export function readCredential(text: string | undefined): Credential | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true || !isObject(parsed.value)) return undefined;
  const value = ownString(parsed.value, 'authorization');
  const renewAt = own(parsed.value, 'renewAt');
  if (value === undefined || own(parsed.value, 'version') !== 1) return undefined;
  return { value, renewAt: typeof renewAt === 'number' ? renewAt : undefined };
}

import { type HeaderPair, headerValue } from '../../../server/protocol/headers.ts';
import type { Challenge } from '../authorisation.ts';
import type { Received } from '../transport/tap.ts';

/** What is sent to each endpoint as `Authorization`, and how it refused. In memory alone (attack 10). */
export class Credentials {
  readonly #values = new Map<string, string>();
  readonly #challenges = new Map<string, Challenge>();

  /** @param value of the header, undefined to send none from now on */
  set(endpoint: string, value: string | undefined): void {
    if (value === undefined) this.#values.delete(endpoint);
    else this.#values.set(endpoint, value);
  }

  has(endpoint: string): boolean {
    return this.#values.has(endpoint);
  }

  /** The headers with `Authorization`, where there is a value and they do not bring their own. */
  sign(endpoint: string, headers: readonly HeaderPair[]): readonly HeaderPair[] {
    const value = this.#values.get(endpoint);
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

import type { HeaderPair } from '../../../server/protocol/headers.ts';
import { mayBeSpelled, spellingsOf } from '../../../server/protocol/secret-spellings.ts';
import { isSecretHeader, secretPlaceholder } from '../../../server/protocol/secrets.ts';

/** A shorter value would be found in texts that have nothing to do with it. */
const SHORTEST = 6;

/**
 * Takes secrets out of what goes into the log (attack 10). One a recording: the same value gets the same number. The values live
 * here, in memory, and nowhere else.
 */
export class Redactor {
  readonly #numbers = new Map<string, number>();
  readonly #names = new Set<string>();
  readonly #spellings = new Map<string, RegExp>();

  /** Headers of these names are secret, too, from now on. */
  keepSecret(names: readonly string[]): void {
    for (const name of names) this.#names.add(name.toLowerCase());
  }

  /** Raw pairs with secret values as placeholders. Learns all of them before it looks for one that another header repeats. */
  headers(pairs: readonly HeaderPair[]): readonly HeaderPair[] {
    const placeholders = pairs.map(([name, value]) =>
      isSecretHeader(name) || this.#names.has(name.toLowerCase()) ? this.#placeholder(value) : undefined,
    );
    return pairs.map(([name, value], i): HeaderPair => [name, placeholders[i] ?? this.text(value)]);
  }

  /** A text in which every secret known so far (a header's value, or the credentials after its scheme) is a placeholder. */
  text(text: string): string {
    let out = text;
    for (const [secret, n] of this.#numbers) {
      if (secret.length < SHORTEST) continue;
      if (mayBeSpelled(out))
        out = out.replace(this.#spellingsOf(secret), () => secretPlaceholder(n, secret.length));
      else if (out.includes(secret)) out = out.replaceAll(secret, () => secretPlaceholder(n, secret.length));
    }
    return out;
  }

  #spellingsOf(secret: string): RegExp {
    const known = this.#spellings.get(secret) ?? spellingsOf(secret);
    this.#spellings.set(secret, known);
    return known;
  }

  /** From now on these values are secrets wherever they stand. */
  learn(values: readonly string[]): void {
    for (const value of values) if (value.length >= SHORTEST) this.#number(value);
  }

  /** How many different secrets are known. */
  get size(): number {
    return this.#numbers.size;
  }

  #placeholder(value: string): string {
    const placeholder = secretPlaceholder(this.#number(value), value.length);
    // A server that echoes a token echoes it without the scheme.
    const credentials = /^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1];
    if (credentials !== undefined) this.#number(credentials);
    return placeholder;
  }

  #number(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { base64, fromUtf8, unbase64, utf8 } from '../protocol/headers.ts';
import { isObject, type JsonObject, type JsonValue, own, parseJson } from '../protocol/json.ts';

/** Bytes of a key: AES-256. */
export const SEAL_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const VERSION = 'v1.';

export interface SealPorts {
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Seals what a client carries from one round of a call to the next, and opens it again (core `basic/patterns/mrtr`, "Server
 * Requirements"): AES-GCM, so that it can be neither read nor changed, bound to whoever and whatever it was made for, and good
 * until its expiry. Nothing is kept here: any replica with the same key opens it (R2).
 */
export class Seal {
  readonly #raw: Uint8Array<ArrayBuffer>;
  readonly #ports: SealPorts;
  readonly #lifeMs: number;
  #key: Promise<CryptoKey> | undefined;

  /** @param lifeMs how long a state may be presented after it was made, ms */
  constructor(key: Uint8Array, ports: SealPorts, lifeMs: number) {
    if (key.byteLength !== SEAL_KEY_BYTES)
      throw new Error(`sealKey must have ${SEAL_KEY_BYTES} bytes, not ${key.byteLength}`);
    this.#raw = Uint8Array.from(key);
    this.#ports = ports;
    this.#lifeMs = lifeMs;
  }

  /** @param binding what the state is bound to; the same must be given to `open` */
  async seal(content: JsonObject, binding: JsonValue): Promise<string> {
    const iv = this.#ports.ids.bytes(NONCE_BYTES);
    const expiresAt = this.#ports.clock.now() + this.#lifeMs;
    const plain = bytes(JSON.stringify({ expiresAt, content }));
    const sealed = await subtle().encrypt(this.#cipher(iv, binding), await this.#imported(), plain);
    const whole = new Uint8Array(NONCE_BYTES + sealed.byteLength);
    whole.set(iv);
    whole.set(new Uint8Array(sealed), NONCE_BYTES);
    return `${VERSION}${base64(whole)}`;
  }

  /** Throws -32602 for a state that was changed, is foreign or has expired. */
  async open(state: string, binding: JsonValue): Promise<JsonObject> {
    const whole = state.startsWith(VERSION) ? unbase64(state.slice(VERSION.length)) : undefined;
    if (whole === undefined || whole.byteLength <= NONCE_BYTES) throw refused();
    const iv = Uint8Array.from(whole.subarray(0, NONCE_BYTES));
    const sealed = Uint8Array.from(whole.subarray(NONCE_BYTES));
    const key = await this.#imported();
    const plain = await subtle()
      .decrypt(this.#cipher(iv, binding), key, sealed)
      .catch(() => undefined);
    if (plain === undefined) throw refused();
    const parsed = parseJson(fromUtf8(new Uint8Array(plain)) ?? '');
    const content = parsed.ok ? own(parsed.value, 'content') : undefined;
    const expiresAt = parsed.ok ? own(parsed.value, 'expiresAt') : undefined;
    if (!isObject(content) || typeof expiresAt !== 'number') throw refused();
    if (this.#ports.clock.now() > expiresAt)
      throw new RpcError(
        CODES.invalidParams,
        `requestState has expired after ${this.#lifeMs} ms: call again without it`,
      );
    return content;
  }

  #cipher(iv: Uint8Array<ArrayBuffer>, binding: JsonValue) {
    return { name: 'AES-GCM', iv, additionalData: bytes(canonical(binding)) };
  }

  #imported(): Promise<CryptoKey> {
    this.#key ??= subtle().importKey('raw', this.#raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
    return this.#key;
  }
}

/** One answer for changed and foreign states alike: who tries does not learn which it was. */
function refused(): RpcError {
  return new RpcError(
    CODES.invalidParams,
    'requestState is not valid for this request: it was changed, or it was made for another request or caller. ' +
      'Call again without it',
  );
}

function subtle(): SubtleCrypto {
  if (crypto.subtle === undefined)
    throw new RpcError(
      CODES.internal,
      'Asking needs WebCrypto, which this page lacks: serve it over https or localhost',
    );
  return crypto.subtle;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(utf8(text));
}

/** JSON with sorted keys: the order in which a client writes its arguments does not count. */
function canonical(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

import type { HeaderPair } from '../../../server/protocol/headers.ts';
import { isObject, parseJson } from '../../../server/protocol/json.ts';
import { isSecretHeader } from '../../../server/protocol/secrets.ts';
import { stdioName } from '../../../server/protocol/stdio-endpoint.ts';
import { overSse, SseRoutes } from './http-sse.ts';
import type { Named, Transport } from './transport.ts';

/** How a person wants an endpoint to be reached. `auto`: directly, and through the bridge where that brings no answer. */
export type WayChoice = 'auto' | 'direct' | 'bridge';
export type Way = 'direct' | 'bridged';

/** Which generation a person wants to be spoken with an endpoint. `auto`: what the endpoint's answer to `server/discover` shows. */
export type GenerationChoice = 'auto' | 'current' | 'legacy';

/** A header that goes out with every request to an endpoint. */
export interface OwnHeader {
  readonly name: string;
  readonly value: string;
  /** Its value is a placeholder in recordings, previews and copies. */
  readonly secret: boolean;
}

export interface EndpointSettings {
  readonly way: WayChoice;
  /** `auto` where it is absent. */
  readonly generation?: GenerationChoice | undefined;
  readonly headers: readonly OwnHeader[];
}

/** What a person has decided of the headers of one composed request. */
export interface Composed {
  readonly without?: readonly string[] | undefined;
}

export const NO_SETTINGS: EndpointSettings = { way: 'auto', headers: [] };

/** A bridge as the ways know it: its code is loaded when it is first needed. */
export interface BridgeWay {
  readonly transport: Transport;
  /** Whether this page has the key to it. */
  isOpen(): boolean;
  /** All headers that it sends for these. */
  headers(url: string, headers: readonly HeaderPair[], text: string): readonly HeaderPair[];
}

export interface WaysParts {
  readonly direct: Transport;
  /** Undefined where there is no server behind the page. */
  readonly bridge: BridgeWay | undefined;
  readonly settings: (endpoint: string) => EndpointSettings;
  /** Where this tab keeps what was decided, so that a reload does not begin anew. */
  readonly memory: { get(key: string): string | undefined; set(key: string, value: string): void };
}

const MEMORY_KEY = 'taskscope.ways';
/** What stands for a secret value on the screen. */
const MASK = '••••••';

/** The way to each endpoint: chosen by a person, or found out by `server/discover` alone (design, "Bridge"). */
export class Ways {
  readonly transport: Transport;
  /** Where the messages to HTTP+SSE servers go. */
  readonly routes = new SseRoutes();
  readonly #parts: WaysParts;
  readonly #found: Map<string, Way>;
  readonly #trying = new Map<string, Way>();

  constructor(parts: WaysParts) {
    this.#parts = parts;
    this.#found = readFound(parts.memory.get(MEMORY_KEY));
    const to = (url: string): Transport =>
      this.way(url) === 'bridged' && parts.bridge !== undefined ? parts.bridge.transport : parts.direct;
    const carrying: Transport = {
      requestView: parts.direct.requestView,
      viewOf: (url, named) => (named === undefined ? to(url) : this.#elsewhere(named)).requestView,
      send: ({ url, namedBy, prefersBridge = false, ...request }) =>
        namedBy === undefined
          ? to(url).send({ ...request, url })
          : this.#elsewhere({ endpoint: namedBy, prefersBridge }).send({ ...request, url, namedBy }),
    };
    this.transport = overSse(carrying, this.routes);
  }

  /**
   * What an answer of an endpoint names goes the way of that endpoint, or through the bridge by preference where a person does not want
   * the direct way.
   */
  #elsewhere({ endpoint, prefersBridge }: Named): Transport {
    const { bridge, direct } = this.#parts;
    const preferred = prefersBridge && this.choice(endpoint) !== 'direct' && bridge?.isOpen() === true;
    return bridge !== undefined && (preferred || this.way(endpoint) === 'bridged')
      ? bridge.transport
      : direct;
  }

  get hasBridge(): boolean {
    return this.#parts.bridge !== undefined;
  }

  choice(endpoint: string): WayChoice {
    return this.#parts.settings(endpoint).way;
  }

  generation(endpoint: string): GenerationChoice {
    return this.#parts.settings(endpoint).generation ?? 'auto';
  }

  way(endpoint: string): Way {
    const trying = this.#trying.get(endpoint);
    if (trying !== undefined) return trying;
    if (stdioName(endpoint) !== undefined) return 'bridged';
    const choice = this.choice(endpoint);
    if (choice !== 'auto') return choice === 'bridge' ? 'bridged' : 'direct';
    return this.#found.get(endpoint) ?? 'direct';
  }

  /** Does something on this way, whatever was chosen or found: to find out. */
  async through<T>(endpoint: string, way: Way, run: () => Promise<T>): Promise<T> {
    this.#trying.set(endpoint, way);
    try {
      return await run();
    } finally {
      this.#trying.delete(endpoint);
    }
  }

  /** What `server/discover` has found out; undefined begins anew. */
  found(endpoint: string, way: Way | undefined): void {
    if (way === undefined) this.#found.delete(endpoint);
    else this.#found.set(endpoint, way);
    this.#parts.memory.set(MEMORY_KEY, JSON.stringify(Object.fromEntries(this.#found)));
  }

  /**
   * All headers of a request as the way to its endpoint sends them; the endpoint's own take the place of those of their name, but for a
   * composed request, in which a person has written each. @param composed set for such a one; `without`: left out of it
   */
  headers(
    endpoint: string,
    headers: readonly HeaderPair[],
    text: string,
    composed?: Composed,
  ): readonly HeaderPair[] {
    // Standard streams have no header layer.
    if (stdioName(endpoint) !== undefined) return [];
    const written = new Set(composed ? headers.map(([name]) => name.toLowerCase()) : []);
    const left = new Set(composed?.without);
    const own = this.#parts.settings(endpoint).headers.filter(({ name }) => !written.has(name.toLowerCase()));
    const names = new Set(own.map(({ name }) => name.toLowerCase()));
    const all = [
      ...headers.filter(([name]) => !names.has(name.toLowerCase())),
      ...own.map(({ name, value }): HeaderPair => [name, value]),
    ].filter(([name]) => !left.has(name.toLowerCase()));
    const { bridge } = this.#parts;
    return this.way(endpoint) === 'bridged' && bridge !== undefined
      ? bridge.headers(endpoint, all, text)
      : all;
  }

  /**
   * The headers of a request to a URL that an answer of the endpoint has named, such as its authorisation server: none of the endpoint's own
   * are among them, since they are for the endpoint alone.
   */
  headersElsewhere(
    named: Named,
    url: string,
    headers: readonly HeaderPair[],
    text: string,
  ): readonly HeaderPair[] {
    const { bridge, direct } = this.#parts;
    return bridge === undefined || this.#elsewhere(named) === direct
      ? headers
      : bridge.headers(url, headers, text);
  }

  /** `headers` for eyes: the values of secret headers are masked. */
  shown(
    endpoint: string,
    headers: readonly HeaderPair[],
    text: string,
    composed?: Composed,
  ): readonly HeaderPair[] {
    const secret = new Set(this.secretNames(endpoint).map((name) => name.toLowerCase()));
    return this.headers(endpoint, headers, text, composed).map(
      ([name, value]): HeaderPair =>
        isSecretHeader(name) || secret.has(name.toLowerCase()) ? [name, MASK] : [name, value],
    );
  }

  /** Names of the endpoint's own headers whose values must not be kept. */
  secretNames(endpoint: string): readonly string[] {
    return this.#parts.settings(endpoint).headers.flatMap(({ name, secret }) => (secret ? [name] : []));
  }
}

function readFound(text: string | undefined): Map<string, Way> {
  const parsed = text === undefined ? undefined : parseJson(text);
  const value = parsed?.ok === true && isObject(parsed.value) ? parsed.value : {};
  return new Map(
    Object.entries(value).flatMap(([endpoint, way]): [string, Way][] =>
      way === 'direct' || way === 'bridged' ? [[endpoint, way]] : [],
    ),
  );
}

import { isObject, type JsonObject, own } from '../protocol/json.ts';
import type { Handler } from './call.ts';

/**
 * An extension of the protocol (R79): its id, the value it is advertised with, the methods that need it and the result types
 * that it alone may use. A request that did not declare it cannot reach the methods and is never sent the result types.
 */
export interface Extension {
  readonly id: string;
  readonly capability: JsonObject;
  readonly methods: Readonly<Record<string, Handler>>;
  readonly resultTypes: readonly string[];
  /** Its methods say nothing before their response: their `notify` reaches nobody, and each request is spared what would listen to it. */
  readonly silent?: boolean;
}

export interface Registered {
  readonly handler: Handler;
  /** The extension that the method belongs to; absent for core methods. */
  readonly extension?: Extension;
}

/** What this server can do: core methods, and extensions with theirs. */
export class Registry {
  readonly #methods = new Map<string, Registered>();
  readonly #extensions = new Map<string, Extension>();

  /** Adds a core method. Throws where the name is taken: that is a mistake of the composition. */
  core(method: string, handler: Handler): void {
    this.#add(method, { handler });
  }

  /** Adds an extension with its methods. */
  use(extension: Extension): void {
    if (this.#extensions.has(extension.id)) throw new Error(`extension ${extension.id} is registered twice`);
    this.#extensions.set(extension.id, extension);
    for (const [method, handler] of Object.entries(extension.methods))
      this.#add(method, { handler, extension });
  }

  method(name: string): Registered | undefined {
    return this.#methods.get(name);
  }

  /** The `extensions` member of the server's capabilities (R14, R21). */
  advertised(): JsonObject {
    return Object.fromEntries([...this.#extensions.values()].map(({ id, capability }) => [id, capability]));
  }

  /** Whether a result type may be sent to a request with these capabilities (R17). */
  mayAnswer(resultType: string, capabilities: JsonObject): boolean {
    if (resultType === 'complete' || resultType === 'input_required') return true;
    return [...this.#extensions.values()].some(
      (extension) => extension.resultTypes.includes(resultType) && declares(capabilities, extension.id),
    );
  }

  #add(method: string, registered: Registered): void {
    if (this.#methods.has(method)) throw new Error(`method ${method} is registered twice`);
    this.#methods.set(method, registered);
  }
}

/** An extension is declared by an object under its id in the request's own capabilities (R13, R21). */
export function declares(capabilities: JsonObject, id: string): boolean {
  return isObject(own(own(capabilities, 'extensions'), id));
}

/**
 * One HTTP exchange without the objects of a page or of Node: what the demo server reads of a request and what it answers. Whatever
 * brings requests makes these (server/http/web.ts from Request and Response, server/node from Node's own), so that a poll that is
 * asked for thousands of times a second pays for no object that it does not need.
 */
export interface Asked {
  /** In capitals. */
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** A header by its name in any case; several of one name joined by ", ", null where there is none. */
  readonly headers: { get(name: string): string | null };
  /** The client has gone before its answer was whole. */
  readonly signal: Leaving;
  /** The whole body, once. Stops reading beyond `limit` bytes, whatever Content-Length says. */
  read(limit: number): Promise<ReadBody>;
}

/** A body of strict UTF-8. `unreadable` is one of other bytes, or one that broke off. */
export type ReadBody =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too-large' | 'unreadable' };

/**
 * What a Content-Length announces, bytes. Digits alone count (RFC 9110, section 8.6): `Number` would also read "1e3", "0x10" and " 12".
 * @returns undefined where there is none, or none that says a length: the body is then read as it comes
 */
export function announcedBytes(contentLength: string | null): number | undefined {
  return contentLength !== null && /^\d+$/.test(contentLength) ? Number(contentLength) : undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Flowing | null;
}

/** A body that is made while it is read: a ReadableStream of bytes, of which this is used. */
export interface Flowing {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

/** The part of an AbortSignal that is used: every AbortSignal is one. */
export interface Leaving {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A `Leaving` to be aborted once. An AbortController does the same at many times the price, and each request needs two. */
export class Departure implements Leaving {
  #aborted = false;
  /** Nearly always there is one at most, and then it needs no list. */
  #first: (() => void) | undefined;
  #more: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Each listener hears at most once, with or without `once`. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#first === listener || this.#more?.has(listener)) return;
    if (this.#first === undefined) this.#first = listener;
    else {
      this.#more ??= new Set();
      this.#more.add(listener);
    }
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#first === listener) this.#first = undefined;
    this.#more?.delete(listener);
  }

  /** Tells all listeners; twice is once. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const first = this.#first;
    const more = this.#more;
    this.#first = undefined;
    this.#more = undefined;
    first?.();
    if (more !== undefined) for (const listener of [...more]) listener();
  }
}

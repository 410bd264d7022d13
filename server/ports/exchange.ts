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
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Each listener hears at most once, with or without `once`. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  /** Tells all listeners; twice is once. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const listeners = [...(this.#listeners ?? [])];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }
}

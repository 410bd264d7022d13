import { withoutBridged } from '../../../server/protocol/bridge-headers.ts';
import type { BridgeLink, ChannelMessage, LinkChannel } from './bridge-link.ts';
import { bridgeProblem } from './bridge-problems.ts';
import { type Transport, WireError, type WireRequest, type WireResponse } from './transport.ts';

/**
 * Through the bridge of the command: all headers are seen, as they were sent, and a failure has its true cause. The page's own credit
 * holds a server back that sends faster than the page reads.
 */
export function bridged(link: BridgeLink): Transport {
  return { requestView: 'full', send: (request) => new BridgedExchange(link, request).send() };
}

type Head = Extract<ChannelMessage, { type: 'head' }>;

class BridgedExchange {
  readonly #link: BridgeLink;
  readonly #request: WireRequest;
  readonly #chunks: Uint8Array[] = [];
  #channel: LinkChannel | undefined;
  #head: Head | undefined;
  #over = false;
  #error: unknown;
  #wake: () => void = () => {};

  constructor(link: BridgeLink, request: WireRequest) {
    this.#link = link;
    this.#request = request;
  }

  async send(): Promise<WireResponse> {
    const { signal } = this.#request;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
    try {
      await this.#open();
      while (this.#head === undefined && !this.#over) await this.#changed();
      if (this.#head === undefined) throw this.#error;
    } catch (error) {
      this.#release();
      throw signal.aborted ? signal.reason : error;
    }
    const { status, headers } = this.#head;
    return { status, headers, view: 'full', chunks: this.#read() };
  }

  async #open(): Promise<void> {
    const { url, http = 'POST', namedBy, headers, text, signal } = this.#request;
    const channel = await this.#link.open(
      {
        kind: 'http',
        method: http,
        url,
        // The log names these, too, because they are sent; the bridge writes them.
        headers: withoutBridged(headers),
        body: http === 'POST' ? { text } : undefined,
        source: namedBy === undefined ? { kind: 'typed' } : { kind: 'named', by: namedBy, confirmed: false },
      },
      {
        message: (message) => this.#message(message),
        chunk: ({ bytes }) => {
          this.#chunks.push(bytes);
          this.#wake();
        },
        lost: (error) => this.#end(error),
      },
    );
    if (signal.aborted) channel.cancel();
    this.#channel = channel;
  }

  #message(message: ChannelMessage): void {
    if (message.type === 'head') {
      this.#head = message;
      this.#wake();
    } else if (message.type === 'end') this.#end(undefined);
    else if (message.type === 'error')
      this.#end(new WireError(bridgeProblem(message.code, message.detail, this.#request.url)));
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          yield chunk;
          this.#channel?.say({ type: 'credit', bytes: chunk.length });
        } else if (this.#over) {
          if (this.#error !== undefined) throw this.#error;
          return;
        } else await this.#changed();
      }
    } finally {
      this.#release();
    }
  }

  readonly #abort = (): void => {
    this.#end(this.#request.signal.reason);
    this.#release();
  };

  #end(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    this.#wake();
  }

  /** Whoever stops reading lets the connection go. */
  #release(): void {
    this.#request.signal.removeEventListener('abort', this.#abort);
    this.#channel?.cancel();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

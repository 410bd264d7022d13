import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import { stdioName } from '../../../server/protocol/stdio-endpoint.ts';
import type { BridgeLink, ChannelMessage, LinkChannel } from './bridge-link.ts';
import { addresseeOf, askedBy } from './stdio-message.ts';
import { exited, onlyNoise, stdioProblem } from './stdio-problems.ts';
import { type Transport, WireError, type WireRequest, type WireResponse } from './transport.ts';

/** What a process wrote that is no message: its standard error, and noise on its standard output. */
export type Told = (endpoint: string, from: 'stdout' | 'stderr', text: string) => void;

/** So many of its last words are told when it ends. */
const LAST_WORDS = 8;

/**
 * To the processes of the command line, one each for this page. There are neither headers nor a status: 200 stands for "it takes requests".
 * Each request has a stream of its own with the messages that belong to it. A process that has ended is started again by the next request.
 */
export function stdio(link: BridgeLink, told: Told): Transport {
  const processes = new Map<string, Process>();
  return {
    requestView: 'full',
    send(request) {
      const process = processes.get(request.url) ?? new Process(link, request.url, told);
      processes.set(request.url, process);
      return process.send(request);
    },
  };
}

interface Waiting {
  readonly token: RequestId | undefined;
  message(line: string, last: boolean): void;
  fail(error: unknown): void;
}

class Process {
  readonly #link: BridgeLink;
  readonly #endpoint: string;
  readonly #name: string;
  readonly #told: Told;
  readonly #waiting = new Map<RequestId, Waiting>();
  #channel: Promise<LinkChannel> | undefined;
  #words: string[] = [];
  #noise: string | undefined;

  constructor(link: BridgeLink, endpoint: string, told: Told) {
    this.#link = link;
    this.#endpoint = endpoint;
    this.#name = stdioName(endpoint) ?? endpoint;
    this.#told = told;
  }

  async send({ text, signal }: WireRequest): Promise<WireResponse> {
    const { id, token } = askedBy(text);
    const channel = await this.#open();
    if (signal.aborted) throw signal.reason;
    if (id === undefined) {
      channel.say({ type: 'line', text });
      return { status: 202, headers: [], view: 'full', chunks: nothing() };
    }
    const chunks = this.#chunks(id, token, signal);
    channel.say({ type: 'line', text });
    return { status: 200, headers: [], view: 'full', stream: true, chunks };
  }

  /** The messages of one request as an event stream, which is how the tap reads several messages. */
  #chunks(id: RequestId, token: RequestId | undefined, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const encoder = new TextEncoder();
    const queue: string[] = [];
    let over = false;
    let error: unknown;
    let wake = (): void => {};
    const waiting: Waiting = {
      token,
      message(line, last) {
        queue.push(line);
        over ||= last;
        wake();
      },
      fail(reason) {
        error = reason;
        over = true;
        wake();
      },
    };
    this.#waiting.set(id, waiting);
    const leave = (): void => {
      signal.removeEventListener('abort', leave);
      if (this.#waiting.get(id) !== waiting) return;
      // There is no stream to close: the server is told instead.
      this.#waiting.delete(id);
      void this.#cancelled(id);
      waiting.fail(signal.aborted ? this.#reason(signal) : undefined);
    };
    signal.addEventListener('abort', leave, { once: true });
    return (async function* () {
      try {
        for (;;) {
          const line = queue.shift();
          if (line !== undefined) yield encoder.encode(`data: ${line}\n\n`);
          else if (!over) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          } else if (error !== undefined) throw error;
          else return;
        }
      } finally {
        leave();
      }
    })();
  }

  /** A time-out of a process that only makes noise has that as its cause. */
  #reason(signal: AbortSignal): unknown {
    return this.#noise === undefined ? signal.reason : new WireError(onlyNoise(this.#name, this.#noise));
  }

  async #cancelled(id: RequestId): Promise<void> {
    const params = { requestId: id };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    const channel = await this.#channel?.catch(() => undefined);
    channel?.say({ type: 'line', text });
  }

  #open(): Promise<LinkChannel> {
    if (this.#channel !== undefined) return this.#channel;
    this.#words = [];
    this.#noise = undefined;
    let isStarted = (): void => {};
    let isRefused = (_: unknown): void => {};
    const started = new Promise<void>((resolve, reject) => {
      isStarted = resolve;
      isRefused = reject;
    });
    const end = (error: unknown): void => {
      this.#channel = undefined;
      isRefused(error);
      const all = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const waiting of all) waiting.fail(error);
    };
    const opening = this.#link.open(
      { kind: 'stdio', server: this.#name },
      {
        message: (message) => {
          if (message.type === 'started') isStarted();
          else if (message.type === 'line') void this.#line(message);
          else end(this.#ended(message));
        },
        chunk: () => undefined,
        lost: end,
      },
    );
    this.#channel = opening.then(async (channel) => {
      await started;
      return channel;
    });
    opening.catch(end);
    started.catch(() => undefined);
    return this.#channel;
  }

  #ended(message: ChannelMessage): WireError {
    if (message.type === 'error')
      return new WireError(stdioProblem(message.code, message.detail, this.#name));
    const { code, signal } = message.type === 'exit' ? message : { code: null, signal: null };
    return new WireError(exited(this.#name, code, signal, this.#words));
  }

  async #line({ from, text }: Extract<ChannelMessage, { type: 'line' }>): Promise<void> {
    const whose = from === 'stderr' ? ({ kind: 'noise' } as const) : addresseeOf(text);
    if (whose.kind === 'noise') this.#say(from, text);
    else if (whose.kind === 'response') {
      this.#noise = undefined;
      const waiting = this.#waiting.get(whose.id);
      this.#waiting.delete(whose.id);
      waiting?.message(text, true);
    } else this.#belonging(whose.kind === 'of' ? whose.id : undefined)?.message(text, false);
    const channel = await this.#channel?.catch(() => undefined);
    channel?.say({ type: 'credit', bytes: text.length });
  }

  #say(from: 'stdout' | 'stderr', text: string): void {
    this.#words = [...this.#words, text].slice(-LAST_WORDS);
    if (from === 'stdout') this.#noise ??= text;
    this.#told(this.#endpoint, from, text);
  }

  /** The request that a message belongs to; what says nothing of it goes to the oldest that is open. */
  #belonging(id: RequestId | undefined): Waiting | undefined {
    const all = [...this.#waiting.values()];
    if (id === undefined) return all[0];
    return this.#waiting.get(id) ?? all.find(({ token }) => token === id) ?? all[0];
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

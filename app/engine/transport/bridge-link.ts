import {
  BRIDGE_CLOSE,
  BRIDGE_VERSION,
  type BridgeChunk,
  type FromBridge,
  type OpenHttp,
  type OpenStdio,
  readChunk,
  type ToBridge,
} from '../../../server/protocol/bridge.ts';
import { type JsonValue, parseJson } from '../../../server/protocol/json.ts';
import { bridgeLost, noKey, wrongKey } from './bridge-problems.ts';
import { WireError } from './transport.ts';

/** As much of a WebSocket as the link needs. */
export type LinkSocket = Pick<WebSocket, 'binaryType' | 'send' | 'close' | 'addEventListener'>;

export interface BridgeAddress {
  /** `ws://127.0.0.1:6280/bridge`. */
  readonly url: string;
  /** The key of the printed link; undefined where the page was opened without it. */
  readonly key: () => string | undefined;
  /** Left out, the platform's WebSocket. */
  readonly socket?: (url: string) => LinkSocket;
}

/** A message about one channel. */
export type ChannelMessage = Exclude<FromBridge, { type: 'welcome' }>;

export interface ChannelListener {
  message(message: ChannelMessage): void;
  chunk(chunk: BridgeChunk): void;
  /** The socket is gone, and the channel with it. */
  lost(error: WireError): void;
}

/** One open channel, from the page's side. After `cancel` its listener hears nothing. */
export interface LinkChannel {
  say(
    message:
      | { readonly type: 'credit'; readonly bytes: number }
      | { readonly type: 'line'; readonly text: string },
  ): void;
  cancel(): void;
}

/** The page's one socket to the bridge (docs/bridge.md): opened when it is first needed, and again after it was lost. */
export class BridgeLink {
  readonly #address: BridgeAddress;
  readonly #listeners = new Map<number, ChannelListener>();
  #opened: Promise<LinkSocket> | undefined;
  #last = 0;

  constructor(address: BridgeAddress) {
    this.#address = address;
  }

  /** @throws WireError where the bridge does not let in */
  async open(open: OpenHttp | OpenStdio, listener: ChannelListener): Promise<LinkChannel> {
    const socket = await this.#open();
    this.#last += 1;
    const channel = this.#last;
    const say = (message: ToBridge): void => socket.send(JSON.stringify(message));
    this.#listeners.set(channel, listener);
    // `open` lies flat beside its type and channel.
    socket.send(JSON.stringify({ type: 'open', channel, ...open }));
    return {
      say: (message) => {
        if (this.#listeners.get(channel) === listener) say({ ...message, channel });
      },
      cancel: () => {
        if (this.#listeners.delete(channel)) say({ type: 'cancel', channel });
      },
    };
  }

  #open(): Promise<LinkSocket> {
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  #connect(): Promise<LinkSocket> {
    const key = this.#address.key();
    if (key === undefined) return Promise.reject(new WireError(noKey()));
    const socket = this.#socket();
    socket.binaryType = 'arraybuffer';
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ type: 'hello', version: BRIDGE_VERSION, key })),
      );
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) return this.#chunk(data);
        const parsed = typeof data === 'string' ? parseJson(data) : undefined;
        if (parsed?.ok !== true) return;
        // The server is ours, and its version was agreed on.
        const message = parsed.value as JsonValue & FromBridge;
        if (message.type === 'welcome') resolve(socket);
        else this.#message(message);
      });
      // What broke is told by 'close', which follows.
      socket.addEventListener('error', () => {});
      socket.addEventListener('close', ({ code, reason }) => {
        const error = new WireError(
          code === BRIDGE_CLOSE.wrongKey ? wrongKey() : bridgeLost(reason === '' ? String(code) : reason),
        );
        reject(error);
        this.#lost(error);
      });
    });
  }

  #socket(): LinkSocket {
    const { url, socket } = this.#address;
    return socket === undefined ? new WebSocket(url) : socket(url);
  }

  #message(message: ChannelMessage): void {
    const listener = this.#listeners.get(message.channel);
    if (OVER.has(message.type)) this.#listeners.delete(message.channel);
    listener?.message(message);
  }

  #chunk(data: ArrayBuffer): void {
    const chunk = readChunk(data);
    if (chunk !== undefined) this.#listeners.get(chunk.channel)?.chunk(chunk);
  }

  #lost(error: WireError): void {
    this.#opened = undefined;
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener.lost(error);
  }
}

const OVER: ReadonlySet<string> = new Set(['end', 'error', 'exit']);

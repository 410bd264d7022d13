import type { RawData, WebSocket } from 'ws';
import type { CancelTimer, Clock } from '../../ports/clock.ts';
import {
  BRIDGE_CLOSE,
  BRIDGE_LIMITS,
  BRIDGE_VERSION,
  type BridgeCause,
  type FromBridge,
  type OpenHttp,
  type OpenStdio,
  readBridgeHello,
  readToBridge,
  type StdioServer,
  writeChunk,
} from '../../protocol/bridge.ts';
import { type JsonValue, parseJson } from '../../protocol/json.ts';
import { isKey } from '../key.ts';
import type { Channel, Outlet } from './channel.ts';

/** How long a page may take to say hello, ms. */
const HELLO_MS = 5_000;
/** A page that has not answered a ping when the next is due is gone, ms. */
const PING_MS = 30_000;

export interface SocketOptions {
  readonly key: string;
  readonly stdio: readonly StdioServer[];
  readonly machine: Clock;
  readonly open: (channel: number, open: OpenHttp | OpenStdio, outlet: Outlet) => Channel;
}

/** One page at the bridge, from its hello to its end. What it has open ends with it. */
export class BridgeSocket {
  readonly #ws: WebSocket;
  readonly #options: SocketOptions;
  readonly #channels = new Map<number, Channel>();
  #cancel: CancelTimer;
  #greeted = false;
  #alive = true;

  constructor(ws: WebSocket, options: SocketOptions) {
    this.#ws = ws;
    this.#options = options;
    this.#cancel = options.machine.after(HELLO_MS, () =>
      ws.close(BRIDGE_CLOSE.noHello, 'Send hello with the key within 5 seconds.'),
    );
    ws.on('message', (data, binary) => this.#hear(data, binary));
    ws.on('pong', () => {
      this.#alive = true;
    });
    ws.on('close', () => this.#end());
    // A broken frame or connection; 'close' follows.
    ws.on('error', () => {});
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Ends it at once. */
  terminate(): void {
    this.#ws.terminate();
  }

  #hear(data: RawData, binary: boolean): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const parsed = binary ? undefined : parseJson(String(data), 20);
    if (parsed?.ok !== true) this.close(BRIDGE_CLOSE.badMessage, 'Send JSON objects as text.');
    else if (this.#greeted) this.#message(parsed.value);
    else this.#hello(parsed.value);
  }

  #hello(value: JsonValue): void {
    const hello = readBridgeHello(value);
    if (hello === undefined) {
      this.close(BRIDGE_CLOSE.badMessage, 'The first message is {"type": "hello", "version": 1, "key": …}.');
    } else if (!isKey(hello.key, this.#options.key)) {
      this.close(BRIDGE_CLOSE.wrongKey, 'Wrong key: open the link that the terminal shows.');
    } else if (hello.version !== BRIDGE_VERSION) {
      this.close(BRIDGE_CLOSE.otherVersion, `This server speaks version ${BRIDGE_VERSION} of the bridge.`);
    } else {
      this.#greeted = true;
      this.#cancel();
      this.#ping();
      this.#send({ type: 'welcome', version: BRIDGE_VERSION, stdio: this.#options.stdio });
    }
  }

  #message(value: JsonValue): void {
    const message = readToBridge(value);
    if (typeof message === 'string') {
      this.close(BRIDGE_CLOSE.badMessage, message.slice(0, 120));
      return;
    }
    const { channel } = message;
    // One that has ended meanwhile: the page's message and ours have crossed.
    const found = this.#channels.get(channel);
    if (message.type === 'open') this.#open(channel, message.open);
    else if (message.type === 'credit') found?.credit(message.bytes);
    else if (message.type === 'line') found?.line(message.text);
    else {
      this.#channels.delete(channel);
      found?.cancel();
    }
  }

  #open(channel: number, open: OpenHttp | OpenStdio): void {
    const refuse = (code: BridgeCause, detail: string): void =>
      this.#send({ type: 'error', channel, code, detail, at: 0 });
    if (this.#channels.has(channel)) {
      this.close(BRIDGE_CLOSE.badMessage, `Channel ${channel} is open already.`);
    } else if (this.#channels.size >= BRIDGE_LIMITS.channels) {
      refuse('too-many', `${BRIDGE_LIMITS.channels} channels are open already`);
    } else {
      this.#channels.set(channel, this.#options.open(channel, open, this.#outlet(channel)));
    }
  }

  #outlet(channel: number): Outlet {
    return {
      send: (message) => {
        if (OVER.has(message.type)) this.#channels.delete(channel);
        this.#send(message);
      },
      chunk: (chunk) => {
        if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(writeChunk(chunk), { binary: true });
      },
    };
  }

  #send(message: FromBridge): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(JSON.stringify(message));
  }

  #end(): void {
    this.#cancel();
    for (const channel of this.#channels.values()) channel.cancel();
    this.#channels.clear();
  }

  #ping(): void {
    this.#cancel = this.#options.machine.after(PING_MS, () => {
      if (!this.#alive) return this.terminate();
      this.#alive = false;
      this.#ws.ping();
      this.#ping();
    });
  }
}

const OVER: ReadonlySet<FromBridge['type']> = new Set(['end', 'error', 'exit']);

import { WebSocket } from 'ws';
import { type BridgeChunk, type FromBridge, readChunk } from '../../protocol/bridge.ts';

type About<T extends FromBridge['type']> = Extract<FromBridge, { type: T }>;

/** A page at the bridge, as a test plays it: sends what it is told to, and keeps what it hears. */
export class BridgePage {
  readonly ws: WebSocket;
  readonly heard: FromBridge[] = [];
  readonly chunks: BridgeChunk[] = [];
  readonly closed: Promise<readonly [code: number, reason: string]>;
  #wake: () => void = () => {};

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.ws = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers });
    this.ws.binaryType = 'arraybuffer';
    this.ws.on('message', (data, binary) => {
      if (!binary) this.heard.push(JSON.parse(String(data)) as FromBridge);
      else {
        const chunk = readChunk(data as ArrayBuffer);
        if (chunk !== undefined) this.chunks.push(chunk);
      }
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => resolve([code, String(reason)]));
      this.ws.on('unexpected-response', (_, response) => resolve([response.statusCode ?? 0, '']));
      this.ws.on('error', () => {});
    });
  }

  /** One that has said hello with this key. */
  static async greeted(origin: string, key: string): Promise<BridgePage> {
    const page = new BridgePage(origin);
    await page.opened();
    page.say({ type: 'hello', version: 1, key });
    await page.next('welcome');
    return page;
  }

  opened(): Promise<void> {
    return new Promise((resolve) => this.ws.once('open', resolve));
  }

  say(message: object): void {
    this.ws.send(JSON.stringify(message));
  }

  /** Opens channel `channel` for a typed URL, unless `over` says otherwise. */
  open(channel: number, url: string, over: object = {}): void {
    const open = { kind: 'http', method: 'GET', url, headers: [], source: { kind: 'typed' } };
    this.say({ type: 'open', channel, ...open, ...over });
  }

  /** The first message of a type about a channel, as soon as it is there. */
  async next<T extends FromBridge['type']>(type: T, channel?: number): Promise<About<T>> {
    for (;;) {
      const found = this.heard.find(
        (message) =>
          message.type === type &&
          (channel === undefined || (message as { channel?: number }).channel === channel),
      );
      if (found !== undefined) return found as About<T>;
      await this.changed();
    }
  }

  /** Resolves when something more was heard. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  bytes(channel: number): number {
    return this.chunks.filter((c) => c.channel === channel).reduce((sum, c) => sum + c.bytes.length, 0);
  }

  text(channel: number): string {
    const parts = this.chunks.filter((c) => c.channel === channel).map((c) => Buffer.from(c.bytes));
    return Buffer.concat(parts).toString();
  }
}

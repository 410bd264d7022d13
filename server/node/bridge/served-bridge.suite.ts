import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '../../ports/manual-clock.ts';
import { SystemClock } from '../clock.ts';
import { socketDoor } from '../door.ts';
import { type Listening, listen } from '../listen.ts';
import { type Bridge, openBridge } from './bridge.ts';
import { BridgePage } from './page.suite.ts';
import type { Resolve } from './target.ts';

const KEY = 'k'.repeat(32);

/** A bridge behind a real server, and another server for it to reach. */
export class ServedBridge {
  readonly key = KEY;
  readonly machine = new ManualClock(undefined, () => new Promise((resolve) => setImmediate(resolve)));
  readonly bridge: Bridge;
  readonly #upstream: Server;
  #listening: Listening | undefined;
  /** How the other server answers. */
  serve: RequestListener = (_, response) => void response.end('hello');

  private constructor(resolve: Resolve | undefined) {
    this.bridge = openBridge({
      key: KEY,
      machine: this.machine,
      linkLocal: false,
      ...(resolve === undefined ? {} : { resolve }),
    });
    this.#upstream = createServer((request, response) => this.serve(request, response));
  }

  /** @param resolve left out, the system's resolver */
  static async start(resolve?: Resolve): Promise<ServedBridge> {
    const served = new ServedBridge(resolve);
    const door = socketDoor({ '/bridge': { opened: async () => served.bridge } }, ['https://ours.example']);
    const none = async (): Promise<Response> => new Response('');
    served.#listening = await listen({ host: '127.0.0.1', port: 0 }, new SystemClock(), none, {
      take: (...asking) => door.take(served.#listening?.hosts ?? new Set(), ...asking),
    });
    served.#upstream.listen(0, '127.0.0.1');
    await once(served.#upstream, 'listening');
    return served;
  }

  get origin(): string {
    return this.#listening?.origin ?? '';
  }

  /** The address of the other server. */
  get upstream(): string {
    return urlOf(this.#upstream);
  }

  greeted(): Promise<BridgePage> {
    return BridgePage.greeted(this.origin, KEY);
  }

  async endUpstream(): Promise<void> {
    this.#upstream.closeAllConnections();
    this.#upstream.close();
    await once(this.#upstream, 'close');
  }

  async close(): Promise<void> {
    void this.bridge.close();
    await this.machine.advance(1_000);
    await this.#listening?.close();
    if (this.#upstream.listening) await this.endUpstream();
  }
}

export function urlOf(server: { address(): unknown }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

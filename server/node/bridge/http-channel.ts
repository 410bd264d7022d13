import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { Clock } from '../../ports/clock.ts';
import { BRIDGE_LIMITS, type OpenHttp } from '../../protocol/bridge.ts';
import { type HeaderPair, unbase64 } from '../../protocol/headers.ts';
import { headersProblem } from '../../protocol/sendable-headers.ts';
import { causeOf, type Stage } from './causes.ts';
import type { Channel, Outlet } from './channel.ts';
import { pinned } from './pinned.ts';
import { BridgeRefusal, type Target, type Targets } from './target.ts';

/** To connect, TLS included, ms. How long an answer may take is the page's to say: it cancels. */
const CONNECT_MS = 10_000;
const MOST_HEAD_BYTES = 65_536;

/**
 * One exchange: checks the target, connects to the very addresses that were checked, sends, and tells head and chunks as they come.
 * A connection of its own for each, so that a target is checked each time and nothing is shared. No redirect is followed, nothing is
 * decoded, no cookie is kept. Reads on only while the page has room for it.
 */
export class HttpChannel implements Channel {
  readonly #channel: number;
  readonly #open: OpenHttp;
  readonly #outlet: Outlet;
  readonly #clock: Clock;
  readonly #openedAt: number;
  #credit: number = BRIDGE_LIMITS.credit;
  #stage: Stage = 'connecting';
  #resolved = 0;
  #connected = 0;
  #address = '';
  #bytes = 0;
  #over = false;
  #client: Client | undefined;
  #reading: Dispatcher.DispatchController | undefined;

  constructor(channel: number, open: OpenHttp, targets: Targets, outlet: Outlet, clock: Clock) {
    this.#channel = channel;
    this.#open = open;
    this.#outlet = outlet;
    this.#clock = clock;
    this.#openedAt = clock.mono();
    this.#run(targets).catch((error: unknown) => this.#fail(error));
  }

  credit(bytes: number): void {
    this.#credit = Math.min(this.#credit + bytes, BRIDGE_LIMITS.credit);
    if (this.#credit > 0 && this.#reading?.paused === true) this.#reading.resume();
  }

  line(): void {}

  cancel(): void {
    this.#over = true;
    this.#client?.destroy().catch(() => {});
  }

  async #run(targets: Targets): Promise<void> {
    const { url: text, method, headers, source } = this.#open;
    const problem = headersProblem(headers);
    if (problem !== undefined) throw new BridgeRefusal('bad-header', problem);
    const body = bodyOf(this.#open);
    const target = await targets.check(text, source);
    this.#resolved = this.#at();
    // The page may have left meanwhile.
    if (this.#over) return;
    const { url } = target;
    const client = new Client(url.origin, {
      connect: this.#connector(target),
      maxHeaderSize: MOST_HEAD_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client = client;
    // undici writes what bridgedHeaders adds: Host from the origin, connection and length by itself.
    client.dispatch(
      {
        path: url.pathname + url.search,
        method,
        headers: headers.flat(),
        body: body ?? null,
        reset: true,
      },
      {
        onRequestStart: (controller) => {
          this.#reading = controller;
        },
        onResponseStart: (controller, status) => this.#head(controller, status),
        onResponseData: (controller, chunk) => this.#data(controller, chunk),
        onResponseEnd: () => this.#end(),
        onResponseError: (_, error) => this.#fail(error),
      },
    );
  }

  /** Connects to what was checked and to nothing else, whatever a resolver would say by now. */
  #connector(target: Target): buildConnector.connector {
    const connect = buildConnector({ timeout: CONNECT_MS, lookup: pinned(target), maxCachedSessions: 0 });
    return (options, done) =>
      connect(options, (...connected: Parameters<buildConnector.Callback>) => {
        const [, socket] = connected;
        this.#connected = this.#at();
        this.#address = (socket as Socket | null)?.remoteAddress ?? '';
        this.#stage = 'waiting';
        done(...connected);
      });
  }

  #head(controller: Dispatcher.DispatchController, status: number): void {
    // An interim answer; the head is still to come.
    if (this.#over || status < 200) return;
    this.#stage = 'reading';
    this.#outlet.send({
      type: 'head',
      channel: this.#channel,
      status,
      headers: pairsOf(controller.rawHeaders),
      times: { resolved: this.#resolved, connected: this.#connected, head: this.#at() },
      address: this.#address,
    });
  }

  #data(controller: Dispatcher.DispatchController, bytes: Uint8Array): void {
    if (this.#over) return;
    this.#bytes += bytes.byteLength;
    this.#credit -= bytes.byteLength;
    this.#outlet.chunk({ channel: this.#channel, at: this.#at(), bytes });
    if (this.#credit <= 0) controller.pause();
  }

  #end(): void {
    if (this.#over) return;
    this.#outlet.send({ type: 'end', channel: this.#channel, at: this.#at(), bytes: this.#bytes });
    this.cancel();
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#outlet.send({
      type: 'error',
      channel: this.#channel,
      ...causeOf(error, this.#stage),
      at: this.#at(),
    });
    this.cancel();
  }

  #at(): number {
    return this.#clock.mono() - this.#openedAt;
  }
}

function bodyOf({ body }: OpenHttp): Uint8Array | undefined {
  if (body === undefined) return undefined;
  const bytes = 'text' in body ? new TextEncoder().encode(body.text) : unbase64(body.base64);
  if (bytes === undefined) throw new BridgeRefusal('bad-request', 'the body is no base64');
  if (bytes.byteLength > BRIDGE_LIMITS.requestBody)
    throw new BridgeRefusal('too-large', `the body has more than ${BRIDGE_LIMITS.requestBody} bytes`);
  return bytes;
}

/** Raw names and values in turn, as pairs; bytes beyond ASCII are Latin-1, as HTTP has it. */
function pairsOf(raw: Dispatcher.DispatchController['rawHeaders']): readonly HeaderPair[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, i): HeaderPair[] => (i % 2 === 0 ? [[name, texts[i + 1] ?? '']] : []));
}

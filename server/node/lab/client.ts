import { WebSocket } from 'ws';
import {
  type FromLab,
  LAB_PATH,
  LAB_VERSION,
  type LabCommand,
  type LabTransition,
} from '../../protocol/lab.ts';

export type Welcome = Extract<FromLab, { type: 'welcome' }>;
export type Ack = Extract<FromLab, { type: 'ack' }>;
export type DoneAck = Extract<Ack, { ok: true }>;

export interface LabClientOptions {
  /** The key that the start's link carries. */
  readonly key: string;
  /** Transitions after this place; left out, those from now on. */
  readonly since?: number;
  /** Sent as a page would. */
  readonly origin?: string;
}

/** Raised where the lab does not let in, or not any more. `code` is WebSocket's close code, or the HTTP status of a refusal. */
export class LabClosed extends Error {
  override readonly name = 'LabClosed';
  readonly code: number;

  constructor(code: number, reason: string) {
    super(`The lab closed: ${code} ${reason}`);
    this.code = code;
  }
}

/** A client of the lab, for tests and tools on Node (docs/lab.md). */
export class LabClient {
  readonly welcome: Welcome;
  readonly #ws: WebSocket;
  readonly #acks = new Map<number, (ack: Ack | undefined) => void>();
  readonly #queue: FromLab[] = [];
  #wake: () => void = () => {};
  #closed: LabClosed | undefined;
  #id = 0;

  private constructor(ws: WebSocket, welcome: Welcome) {
    this.#ws = ws;
    this.welcome = welcome;
  }

  /**
   * @param origin of the server, `http://127.0.0.1:6280`
   * @throws LabClosed where it is not let in
   */
  static async connect(origin: string, { key, since, origin: page }: LabClientOptions): Promise<LabClient> {
    const url = origin.replace(/^http/, 'ws') + LAB_PATH;
    const ws = new WebSocket(url, page === undefined ? {} : { origin: page });
    return await new Promise((resolve, reject) => {
      let client: LabClient | undefined;
      const end = (closed: LabClosed): void => {
        reject(closed);
        if (client !== undefined) client.#end(closed);
      };
      ws.on('open', () => {
        const hello = { type: 'hello', version: LAB_VERSION, key };
        ws.send(JSON.stringify(since === undefined ? hello : { ...hello, since }));
      });
      ws.on('message', (data) => {
        const message = JSON.parse(String(data)) as FromLab;
        if (message.type === 'welcome') {
          client = new LabClient(ws, message);
          resolve(client);
        } else if (client !== undefined) client.#hear(message);
      });
      ws.on('unexpected-response', (request, response) => {
        request.destroy();
        end(new LabClosed(response.statusCode ?? 0, response.statusMessage ?? ''));
      });
      ws.on('close', (code, reason) => end(new LabClosed(code, String(reason))));
      ws.on('error', (error) => end(new LabClosed(1006, error.message)));
    });
  }

  /** Sends a command. @returns its ack. @throws LabClosed */
  async ask(command: LabCommand): Promise<Ack> {
    if (this.#closed !== undefined) throw this.#closed;
    this.#id += 1;
    const id = this.#id;
    const ack = await new Promise<Ack | undefined>((resolve) => {
      this.#acks.set(id, resolve);
      this.#ws.send(JSON.stringify({ type: 'command', id, ...command }));
    });
    this.#acks.delete(id);
    if (ack === undefined) throw this.#closed ?? new LabClosed(1006, '');
    return ack;
  }

  /** Sends a command that is to succeed. @throws Error with the lab's own words, LabClosed */
  async do(command: LabCommand): Promise<DoneAck> {
    const ack = await this.ask(command);
    if (!ack.ok) throw new Error(`${command.do}: ${ack.error.code}: ${ack.error.message}`);
    return ack;
  }

  /** The next message that is no ack. @throws LabClosed when there is none any more */
  async next(): Promise<FromLab> {
    for (;;) {
      const message = this.#queue.shift();
      if (message !== undefined) return message;
      if (this.#closed !== undefined) throw this.#closed;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next transition; other messages are passed over. */
  async transition(): Promise<LabTransition> {
    for (;;) {
      const message = await this.next();
      if (message.type === 'transition') return message;
    }
  }

  close(): void {
    this.#ws.close();
  }

  #hear(message: FromLab): void {
    if (message.type === 'ack' && typeof message.id === 'number') this.#acks.get(message.id)?.(message);
    else this.#queue.push(message);
    this.#wake();
  }

  #end(closed: LabClosed): void {
    this.#closed ??= closed;
    for (const answer of this.#acks.values()) answer(undefined);
    this.#wake();
  }
}

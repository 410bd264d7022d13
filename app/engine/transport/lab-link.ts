import { own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { type FromLab, LAB_VERSION, type LabCommand, type LabState } from '../../../server/protocol/lab.ts';
import type { LinkSocket } from './bridge-link.ts';

export type LabAck = Extract<FromLab, { type: 'ack' }>;
export type LabWelcome = Extract<FromLab, { type: 'welcome' }>;

/** Where the lab of the page's own server is (docs/lab.md). */
export interface LabAddress {
  /** `ws://127.0.0.1:6280/lab`. */
  readonly url: string;
  /** `http://127.0.0.1:6280/api/status`, which tells whether there is a lab, so that none is knocked at in vain. */
  readonly status: string;
  /** The key of the printed link; undefined where the page was opened without it. */
  readonly key: () => string | undefined;
  /** Left out, the platform's. */
  readonly socket?: (url: string) => LinkSocket;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Why there is no lab: nobody has the key, the server has none, or it did not let in (the close code, with its reason). */
export type LabRefusal = 'no-key' | 'no-lab' | { readonly code: number; readonly reason: string };

export interface LabEars {
  welcome(message: LabWelcome): void;
  told(message: Exclude<FromLab, LabAck | LabWelcome>): void;
  state(state: LabState): void;
  closed(why: LabRefusal): void;
}

/** One socket to the lab, from its opening to its end. */
export class LabLink {
  readonly #address: LabAddress;
  readonly #ears: LabEars;
  readonly #acks = new Map<number, (ack: LabAck) => void>();
  #socket: LinkSocket | undefined;
  #ready = false;
  #id = 0;
  #over = false;

  constructor(address: LabAddress, ears: LabEars) {
    this.#address = address;
    this.#ears = ears;
  }

  /** @param since the last place that is known; undefined: from now on */
  async open(since: number | undefined): Promise<void> {
    const { url, socket, key } = this.#address;
    const known = key();
    if (known === undefined) return this.#end('no-key');
    if (!(await this.#isThere(known))) return this.#end('no-lab');
    const opened = socket === undefined ? new WebSocket(url) : socket(url);
    this.#socket = opened;
    opened.addEventListener('open', () =>
      opened.send(
        JSON.stringify({
          ...{ type: 'hello', version: LAB_VERSION, key: known },
          ...(since === undefined ? {} : { since }),
        }),
      ),
    );
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = typeof data === 'string' ? parseJson(data) : undefined;
      // The server is ours, and its version was agreed on.
      if (parsed?.ok === true) this.#hear(parsed.value as unknown as FromLab);
    });
    // What broke is told by 'close', which follows.
    opened.addEventListener('error', () => {});
    opened.addEventListener('close', ({ code, reason }) => this.#end({ code, reason }));
  }

  /** Sends a command. @returns its ack; a refused one where the lab is not there (any more) */
  ask(command: LabCommand): Promise<LabAck> {
    this.#id += 1;
    const id = this.#id;
    if (!this.#ready || this.#socket === undefined) return Promise.resolve(notThere(id));
    const socket = this.#socket;
    return new Promise((resolve) => {
      this.#acks.set(id, resolve);
      socket.send(JSON.stringify({ type: 'command', id, ...command }));
    });
  }

  close(): void {
    this.#over = true;
    this.#socket?.close();
  }

  async #isThere(key: string): Promise<boolean> {
    const { status, fetch = globalThis.fetch } = this.#address;
    try {
      const response = await fetch(status, { headers: { 'X-Taskscope-Key': key } });
      const parsed = response.ok ? parseJson(await response.text()) : undefined;
      return parsed?.ok === true && own(parsed.value, 'lab') === true;
    } catch {
      return false;
    }
  }

  #hear(message: FromLab): void {
    if (message.type === 'ack') {
      const id = typeof message.id === 'number' ? message.id : -1;
      this.#acks.get(id)?.(message);
      this.#acks.delete(id);
      if (message.ok) this.#ears.state(message.state);
    } else if (message.type === 'welcome') {
      this.#ready = true;
      this.#ears.welcome(message);
      this.#ears.state(message.state);
    } else {
      if (message.type === 'state') this.#ears.state(message.state);
      if (ownString(message, 'type') !== undefined) this.#ears.told(message);
    }
  }

  #end(why: LabRefusal): void {
    if (this.#over) return;
    this.#over = true;
    this.#ready = false;
    for (const [id, answer] of this.#acks) answer(notThere(id));
    this.#acks.clear();
    this.#ears.closed(why);
  }
}

function notThere(id: number): LabAck {
  const message =
    'The lab is not there: it was switched off, or the connection to it was lost. Reload the page.';
  return { type: 'ack', id, ok: false, error: { code: 'lost', message } };
}

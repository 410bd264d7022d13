import type { WebSocket } from 'ws';
import { Feed, type Outlet } from '../../lab/feed.ts';
import { LabRefusal, type Steering } from '../../lab/steering.ts';
import type { CancelTimer, Clock } from '../../ports/clock.ts';
import type { TaskStore } from '../../ports/task-store.ts';
import { type JsonValue, parseJson } from '../../protocol/json.ts';
import { type FromLab, LAB_CLOSE, LAB_VERSION, readCommand, readHello } from '../../protocol/lab.ts';
import { isKey } from '../key.ts';

/** How long a client may take to say hello, ms. */
const HELLO_MS = 5_000;
/** Commands that wait for the one before; a client that sends more does not wait for its acks. */
const MOST_WAITING = 32;
/** A client that has not answered a ping when the next is due is gone, ms. */
const PING_MS = 30_000;

/** Commands after which the state may be another one. */
const CHANGING = /^(worker|clock|faults|server)\//;

/** What every socket of the lab shares. */
export interface Surroundings {
  readonly store: TaskStore;
  readonly steering: Steering;
  readonly key: string;
  readonly bootId: string;
  /** Something was steered by `by`, whose ack tells the new state: the others are told. */
  readonly changed: (by: LabSocket) => void;
}

/** One client of the lab, from its hello to its end. */
export class LabSocket implements Outlet {
  readonly #ws: WebSocket;
  readonly #around: Surroundings;
  readonly #machine: Clock;
  #cancel: CancelTimer;
  #feed: Feed | undefined;
  #greeted = false;
  #alive = true;
  #waiting = 0;
  #commands: Promise<void> = Promise.resolve();
  #stateDue = false;

  constructor(ws: WebSocket, around: Surroundings, machine: Clock) {
    this.#ws = ws;
    this.#around = around;
    this.#machine = machine;
    this.#cancel = machine.after(HELLO_MS, () =>
      ws.close(LAB_CLOSE.noHello, 'Send hello with the key within 5 seconds.'),
    );
    ws.on('message', (data, binary) => this.#hear(binary ? undefined : String(data)));
    ws.on('pong', () => {
      this.#alive = true;
    });
    ws.on('close', () => this.#cancel());
    // A broken frame or connection; 'close' follows.
    ws.on('error', () => {});
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  send(message: FromLab): Promise<void> {
    return new Promise((resolve) => this.#ws.send(JSON.stringify(message), () => resolve()));
  }

  /** Something may have been committed. */
  hint(): void {
    this.#feed?.hint();
  }

  /** Something was steered. While a client is slow to read, several changes become the newest state. */
  stateChanged(): void {
    if (!this.#greeted || this.#stateDue) return;
    this.#stateDue = true;
    this.#inTurn(async () => {
      this.#stateDue = false;
      await this.send({ type: 'state', state: await this.#around.steering.state() });
    });
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Ends it at once. */
  terminate(): void {
    this.#ws.terminate();
  }

  #hear(text: string | undefined): void {
    if (!this.open) return;
    const parsed = text === undefined ? undefined : parseJson(text, 20);
    if (parsed?.ok !== true) this.close(LAB_CLOSE.badMessage, 'Send JSON objects as text.');
    else if (this.#greeted) this.#command(parsed.value);
    else this.#hello(parsed.value);
  }

  #hello(value: JsonValue): void {
    const hello = readHello(value);
    if (hello === undefined) {
      this.close(LAB_CLOSE.badMessage, 'The first message is {"type": "hello", "version": 1, "key": …}.');
    } else if (!isKey(hello.key, this.#around.key)) {
      this.close(LAB_CLOSE.wrongKey, 'Wrong key: open the link that the terminal shows.');
    } else if (hello.version !== LAB_VERSION) {
      this.close(LAB_CLOSE.otherVersion, `This server speaks version ${LAB_VERSION} of the lab.`);
    } else {
      this.#greeted = true;
      this.#cancel();
      this.#ping();
      this.#inTurn(() => this.#welcome(hello.since));
    }
  }

  async #welcome(asked: number | undefined): Promise<void> {
    const { store, steering, bootId } = this.#around;
    const { upTo: head } = await store.transitions(Number.MAX_SAFE_INTEGER, 1);
    // A place that was never reached is of another store: everything in this one is news.
    const since = asked === undefined ? head : asked <= head ? asked : 0;
    const state = await steering.state();
    await this.send({ type: 'welcome', version: LAB_VERSION, bootId, since, head, state });
    this.#feed = new Feed(store, this, since);
    this.#feed.hint();
  }

  #command(value: JsonValue): void {
    if (this.#waiting >= MOST_WAITING) {
      this.close(LAB_CLOSE.tooMany, 'Too many commands at once: wait for their acks.');
      return;
    }
    this.#waiting += 1;
    this.#inTurn(async () => {
      await this.send(await this.#answer(value));
      this.#waiting -= 1;
    });
  }

  async #answer(value: JsonValue): Promise<FromLab> {
    const { steering, changed } = this.#around;
    const read = readCommand(value);
    if (!read.ok) return { type: 'ack', id: read.id, ok: false, error: read.error };
    const { id, command } = read;
    try {
      const done = await steering.run(command);
      if (CHANGING.test(command.do)) changed(this);
      return { type: 'ack', id, ok: true, ...done, state: await steering.state() };
    } catch (error) {
      if (error instanceof LabRefusal) return { type: 'ack', id, ok: false, error: error.error };
      const message = error instanceof Error ? error.message : String(error);
      return { type: 'ack', id, ok: false, error: { code: 'failed', message } };
    }
  }

  #inTurn(work: () => Promise<void>): void {
    this.#commands = this.#commands.then(work).catch((error: Error) => this.close(1011, reasonOf(error)));
  }

  #ping(): void {
    this.#cancel = this.#machine.after(PING_MS, () => {
      if (!this.#alive) return this.terminate();
      this.#alive = false;
      this.#ws.ping();
      this.#ping();
    });
  }
}

/** A close frame has room for 123 bytes. */
function reasonOf(error: Error): string {
  return error.message.replace(/[^ -~]/g, '?').slice(0, 120);
}

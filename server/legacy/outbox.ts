import type { CancelTimer, Clock } from '../ports/clock.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import type { MessageStream, StreamItem } from '../rpc/call.ts';

/** Messages that wait for a reader. Beyond it the oldest notification goes: they are hints, requests and responses are not. */
const MOST_WAITING = 500;

export interface OutboxOptions {
  readonly clock: Clock;
  /** Silence after which a comment is sent, ms. */
  readonly keepAliveMs: number;
  /** The messages about a task that has changed, made when the reader is ready for them. */
  readonly tell: (taskId: string) => Promise<readonly JsonObject[]>;
  /** The response that ends the stream at a shutdown; undefined where the stream answers no request. */
  readonly last: () => JsonObject | undefined;
  /** The stream is over: read to its end, left by its reader, or ended by the server. Called once. */
  readonly onOver: () => void;
}

/**
 * One SSE stream of a session. Messages wait in a bounded queue; of tasks only the ids that have changed are kept, so that
 * a slow reader is told the newest state of each and costs one entry a task.
 */
export class Outbox implements MessageStream {
  /** Called when the stream is over, beside `onOver`: whoever waits for an answer to what it carried. */
  readonly leaving = new Set<() => void>();
  readonly #options: OutboxOptions;
  readonly #waiting: JsonObject[] = [];
  readonly #changed = new Set<string>();
  #begun = false;
  #ending = false;
  #over = false;
  #wake: (() => void) | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get over(): boolean {
    return this.#over;
  }

  push(message: JsonObject): void {
    if (this.#over || this.#ending) return;
    if (this.#waiting.length >= MOST_WAITING) {
      const at = this.#waiting.findIndex((waiting) => own(waiting, 'id') === undefined);
      if (at >= 0) this.#waiting.splice(at, 1);
    }
    this.#waiting.push(message);
    this.#stir();
  }

  /** A task has changed: its news are told when the reader is ready. */
  touch(taskId: string): void {
    if (this.#over || this.#ending) return;
    this.#changed.add(taskId);
    this.#stir();
  }

  /** Ends the stream once its reader has had what waits. */
  end(): void {
    this.#ending = true;
    this.#stir();
  }

  async next(): Promise<StreamItem> {
    // Headers leave with the first bytes: a client that opens a quiet stream must not wait for them.
    if (!this.#begun && this.#waiting.length === 0) {
      this.#begun = true;
      return { kind: 'idle' };
    }
    this.#begun = true;
    while (!this.#over) {
      const message = this.#waiting.shift();
      if (message !== undefined) return { kind: 'message', message };
      if (this.#ending) {
        this.close();
        break;
      }
      const [taskId] = this.#changed;
      if (taskId !== undefined) {
        this.#changed.delete(taskId);
        for (const news of await this.#options.tell(taskId)) this.push(news);
      } else if (!(await this.#stirred())) return { kind: 'idle' };
    }
    return { kind: 'closed' };
  }

  finish(): JsonObject | undefined {
    this.close();
    return this.#options.last();
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#stir();
    this.#options.onOver();
    for (const leave of [...this.leaving]) leave();
    this.leaving.clear();
  }

  #stir(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  /** Waits for something to say (true) or until a keep-alive is due (false). */
  #stirred(): Promise<boolean> {
    return new Promise((resolve) => {
      let cancel: CancelTimer = () => {};
      this.#wake = () => {
        cancel();
        resolve(true);
      };
      cancel = this.#options.clock.after(this.#options.keepAliveMs, () => {
        this.#wake = undefined;
        resolve(false);
      });
    });
  }
}

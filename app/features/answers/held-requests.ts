import { own, ownString } from '../../../server/protocol/json.ts';
import { META } from '../../../server/protocol/meta.ts';
import type { Engine, JsonObject, ServerRequestHandler } from '../../engine/index.ts';

/** A request of a legacy server to its client that a person answers. */
export interface HeldRequest {
  readonly id: number;
  readonly endpoint: string;
  readonly method: string;
  readonly params: JsonObject;
  /** The task that it belongs to, where the server says so. */
  readonly taskId: string | undefined;
  /** When it came, ms since the recording began. */
  readonly mono: number;
  /** `gone`: the server took it back, or the session ended. */
  readonly state: 'open' | 'answered' | 'gone';
}

/**
 * What legacy servers ask, held until a person answers. It lives as long as the page: such a request belongs to a stream, and ends with it.
 * The newest 200 are kept.
 */
export class HeldRequests {
  readonly #mono: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #pending = new Map<number, (answer: JsonObject | Error) => void>();
  #list: readonly HeldRequest[] = [];
  #next = 1;
  #version = 0;

  /** @param mono ms since the recording began, now */
  constructor(mono: () => number) {
    this.#mono = mono;
  }

  /** For `engine.answerServers`. */
  readonly handler: ServerRequestHandler = ({ endpoint, method, params, signal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const id = this.#next;
      this.#next += 1;
      this.#list = [
        ...this.#list.slice(-199),
        { id, endpoint, method, params, taskId: relatedTask(params), mono: this.#mono(), state: 'open' },
      ];
      this.#pending.set(id, (answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
      signal.addEventListener('abort', () => {
        if (!this.#pending.delete(id)) return;
        this.#mark(id, 'gone');
        reject(signal.reason);
      });
      this.#tell();
    });

  /** The same array until something changes. */
  readonly list = (): readonly HeldRequest[] => this.#list;

  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Answers with a result. An answer to what is over is dropped. */
  answer(id: number, result: JsonObject): void {
    this.#settle(id, result);
  }

  /** Answers with an error -32603: the person will not answer. */
  refuse(id: number): void {
    this.#settle(id, new Error('The person at the client refused to answer'));
  }

  #settle(id: number, answer: JsonObject | Error): void {
    const settle = this.#pending.get(id);
    if (!this.#pending.delete(id)) return;
    this.#mark(id, 'answered');
    settle?.(answer);
  }

  #mark(id: number, state: HeldRequest['state']): void {
    this.#list = this.#list.map((one) => (one.id === id ? { ...one, state } : one));
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

function relatedTask(params: JsonObject): string | undefined {
  return ownString(own(own(params, '_meta'), META.relatedTask), 'taskId');
}

const held = new WeakMap<Engine, HeldRequests>();

/** What an engine's legacy servers ask. */
export function heldRequests(engine: Engine): HeldRequests {
  const found = held.get(engine) ?? new HeldRequests(() => engine.mono());
  held.set(engine, found);
  return found;
}

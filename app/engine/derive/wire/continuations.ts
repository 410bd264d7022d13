import { textAt } from '../../json/edit.ts';
import type { Exchange } from '../model.ts';
import type { WireTable } from './table.ts';

/** Reads the text of an event's body. */
export type BodyOf = (seq: number) => string;

interface Read {
  readonly stamp: number;
  /** The request answers an earlier one (MRTR); `state`: its `requestState` as sent, '' where it has none. */
  readonly retries: { readonly state: string } | undefined;
  /** The answer asks for input before anything is made of the request. */
  readonly asks: { readonly state: string } | undefined;
}

interface Asked {
  readonly slot: number;
  readonly root: number;
  continued: boolean;
}

const NO_INPUT = { retries: undefined, asks: undefined };

/**
 * Which request goes on with which: an answer of input_required, and the retry that carries its `requestState` or, where it had none,
 * answers (core `client/mrtr`). Where more than one request would fit, none is taken.
 */
export class Continuations {
  readonly #table: WireTable;
  readonly #bodyOf: BodyOf;
  readonly #reads = new Map<number, Read>();
  readonly #asked = new Map<string, Asked[]>();

  constructor(table: WireTable, bodyOf: BodyOf) {
    this.#table = table;
    this.#bodyOf = bodyOf;
  }

  /** To be called before the slots are gone through in order. */
  begin(): void {
    this.#asked.clear();
  }

  /** @returns the first request of the chain that the one in `slot` belongs to (itself, where it begins one); -1 where several fit */
  rootOf(slot: number, exchange: Exchange, known: (slot: number) => number): number {
    const { retries, asks } = this.#read(slot, exchange);
    let root = slot;
    if (retries !== undefined) {
      const all = this.#asked.get(keyOf(exchange, retries.state)) ?? [];
      const fitting = retries.state === '' ? all.filter(({ continued }) => !continued) : all;
      const [first] = fitting;
      if (first !== undefined) {
        const alike = fitting.every((one) => one.root === first.root);
        if (!alike) return -1;
        for (const one of fitting) one.continued = true;
        root = known(first.slot);
      }
    }
    if (asks !== undefined) {
      const key = keyOf(exchange, asks.state);
      const list = this.#asked.get(key);
      const asked = { slot, root, continued: false };
      if (list === undefined) this.#asked.set(key, [asked]);
      else list.push(asked);
    }
    return root;
  }

  #read(slot: number, exchange: Exchange): Read {
    const stamp = this.#table.stamp.get(slot);
    const before = this.#reads.get(slot);
    if (before?.stamp === stamp) return before;
    const request = this.#bodyOf(exchange.requestSeq);
    const may = request.includes('"inputResponses"') || request.includes('"requestState"');
    const sent = may ? textAt(request, ['params', 'requestState']) : undefined;
    const answers = may && textAt(request, ['params', 'inputResponses']) !== undefined;
    const isAsked = exchange.outcome?.resultType === 'input_required';
    const read: Read = {
      ...NO_INPUT,
      stamp,
      retries: sent !== undefined || answers ? { state: sent ?? '' } : undefined,
      asks: isAsked ? { state: textAt(this.#answer(exchange), ['result', 'requestState']) ?? '' } : undefined,
    };
    this.#reads.set(slot, read);
    return read;
  }

  #answer(exchange: Exchange): string {
    if (exchange.bodySeq !== undefined) return this.#bodyOf(exchange.bodySeq);
    for (let n = exchange.frames.size - 1; n >= 0; n -= 1) {
      const frame = exchange.frames.at(n);
      if (frame !== undefined && frame.method === undefined && !frame.comment) return this.#bodyOf(frame.seq);
    }
    return '';
  }
}

function keyOf({ endpoint, method, name }: Exchange, state: string): string {
  return `${endpoint}\n${method}\n${name ?? ''}\n${state}`;
}

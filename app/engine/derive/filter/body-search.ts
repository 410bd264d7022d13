import type { WireTable } from '../wire/table.ts';

interface Memo {
  readonly text: string;
  /** By slot: the stamp that was looked at, times two, plus one where it holds the text. 0: not looked at. */
  known: Int32Array;
}

/** So many texts are remembered: what was typed on the way to a word. */
const KEPT = 12;

/**
 * Looks for texts in request and response bodies, as written. What was found is kept by slot, so that new messages cost one look, and a
 * longer text is only looked for where a part of it was found.
 */
export class BodySearch {
  readonly #table: WireTable;
  readonly #bodyOf: (seq: number) => string;
  readonly #memos: Memo[] = [];

  constructor(table: WireTable, bodyOf: (seq: number) => string) {
    this.#table = table;
    this.#bodyOf = bodyOf;
  }

  test(text: string): (slot: number) => boolean {
    const table = this.#table;
    const memo = this.#memo(text);
    const shorter = this.#memos
      .filter((other) => other !== memo && text.includes(other.text))
      .sort((a, b) => b.text.length - a.text.length)[0];
    return (slot) => {
      const stamp = table.stamp.get(slot) * 2;
      const known = memo.known[slot] ?? 0;
      if (known >> 1 === stamp >> 1) return (known & 1) === 1;
      const before = shorter?.known[slot];
      const isOut = before !== undefined && before === stamp;
      const found = !isOut && this.#holds(slot, text);
      memo.known[slot] = stamp + (found ? 1 : 0);
      return found;
    };
  }

  #memo(text: string): Memo {
    const { size } = this.#table;
    const found = this.#memos.find((memo) => memo.text === text);
    if (found !== undefined) {
      if (found.known.length < size) {
        const more = new Int32Array(size * 2);
        more.set(found.known);
        found.known = more;
      }
      return found;
    }
    const made = { text, known: new Int32Array(size) };
    this.#memos.push(made);
    if (this.#memos.length > KEPT) this.#memos.shift();
    return made;
  }

  #holds(slot: number, text: string): boolean {
    const exchange = this.#table.exchangeAt(slot);
    const frame = this.#table.frameAt(slot);
    if (frame !== undefined) return this.#bodyOf(frame.seq).includes(text);
    if (this.#bodyOf(exchange.requestSeq).includes(text)) return true;
    if (exchange.bodySeq !== undefined) return this.#bodyOf(exchange.bodySeq).includes(text);
    const only = exchange.frames.size === 1 ? exchange.frames.at(0) : undefined;
    return only !== undefined && this.#bodyOf(only.seq).includes(text);
  }
}

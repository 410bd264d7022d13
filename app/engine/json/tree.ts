import { type JsonToken, type Scanned, scanJson } from './scan.ts';

export type NodeKind = 'object' | 'array' | 'string' | 'number' | 'word';

const KINDS: readonly NodeKind[] = ['object', 'array', 'string', 'number', 'word'];

export type ReadTree =
  | { readonly ok: true; readonly tree: JsonTree }
  | { readonly ok: false; readonly reason: string; readonly offset: number };

/**
 * JSON text as a tree of places: every node is a number, and knows where its text and its key's text stand. Values are never
 * converted. Held in flat columns and built with a stack of its own, so neither depth nor size overflows (attack 11).
 */
export class JsonTree {
  readonly text: string;
  readonly #kind: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #parent: number[] = [];
  readonly #keyStart: number[] = [];
  readonly #keyEnd: number[] = [];
  /** The number after the last node inside: children of n are found by stepping over each one's inside. */
  readonly #after: number[] = [];

  private constructor(text: string) {
    this.text = text;
  }

  /** Reads strict JSON; never throws. */
  static read(text: string): ReadTree {
    const tree = new JsonTree(text);
    const scanned = tree.#scan();
    return scanned.ok ? { ok: true, tree } : scanned;
  }

  /** How many nodes there are; 0 is the root, and nodes are numbered in the order of the text. */
  get size(): number {
    return this.#kind.length;
  }

  kind(node: number): NodeKind {
    return KINDS[this.#kind[node] ?? 0] ?? 'word';
  }

  /** [start, end) of the node's text. */
  range(node: number): readonly [start: number, end: number] {
    return [this.#start[node] ?? 0, this.#end[node] ?? 0];
  }

  /** The node's text as sent. */
  raw(node: number): string {
    return this.text.slice(...this.range(node));
  }

  /** The key as sent, with its quotes; undefined for the root and for items of arrays. */
  rawKey(node: number): string | undefined {
    const start = this.#keyStart[node] ?? -1;
    return start < 0 ? undefined : this.text.slice(start, this.#keyEnd[node]);
  }

  /** Where the node begins within its container: at its key, where it has one. */
  memberStart(node: number): number {
    const start = this.#keyStart[node] ?? -1;
    return start < 0 ? (this.#start[node] ?? 0) : start;
  }

  /** The key with its escapes resolved. */
  key(node: number): string | undefined {
    const raw = this.rawKey(node);
    return raw === undefined ? undefined : (JSON.parse(raw) as string);
  }

  /** -1 for the root. */
  parent(node: number): number {
    return this.#parent[node] ?? -1;
  }

  *children(node: number): IterableIterator<number> {
    const end = this.#after[node] ?? 0;
    for (let child = node + 1; child < end; child = this.#after[child] ?? end) yield child;
  }

  /** All members of an object with this key, in order: duplicates are kept. */
  members(node: number, key: string): number[] {
    return [...this.children(node)].filter((child) => this.key(child) === key);
  }

  /** The innermost node at an offset, or undefined outside the root. */
  at(offset: number): number | undefined {
    let low = 0;
    let high = this.size - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#start[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    let node = low;
    while (node >= 0 && offset >= (this.#end[node] ?? 0)) node = this.parent(node);
    return node >= 0 && offset >= (this.#start[node] ?? 0) ? node : undefined;
  }

  #scan(): Scanned {
    const open: number[] = [];
    let keyStart = -1;
    let keyEnd = -1;
    return scanJson(this.text, (token, start, end) => {
      if (token === 'key') {
        keyStart = start;
        keyEnd = end;
      } else if (token === 'close') {
        const node = open.pop() ?? 0;
        this.#end[node] = end;
        this.#after[node] = this.size;
      } else if (token !== 'colon' && token !== 'comma') {
        const node = this.#add(token, start, end, open[open.length - 1] ?? -1, keyStart, keyEnd);
        keyStart = -1;
        if (token === 'open') open.push(node);
      }
      return true;
    });
  }

  #add(
    token: JsonToken,
    start: number,
    end: number,
    parent: number,
    keyStart: number,
    keyEnd: number,
  ): number {
    const kind = token === 'open' ? (this.text[start] === '{' ? 'object' : 'array') : token;
    const node = this.#kind.length;
    this.#kind.push(KINDS.indexOf(kind as NodeKind));
    this.#start.push(start);
    this.#end.push(end);
    this.#parent.push(parent);
    this.#keyStart.push(keyStart);
    this.#keyEnd.push(keyEnd);
    this.#after.push(node + 1);
    return node;
  }
}

import type { Dict } from './model.ts';
import { Vector } from './vector.ts';

const BITS = 5;
const MASK = 31;
/** Below this depth the hash has no bits left, and a bucket just grows. */
const MAX_DEPTH = 6;
const BUCKET = 8;

interface Bucket {
  readonly keys: readonly string[];
  readonly slots: readonly number[];
}
type Node = Bucket | readonly (Node | undefined)[];

const EMPTY: Bucket = { keys: [], slots: [] };

/**
 * A persistent map with string keys in the order of insertion: a hash trie from key to slot, and a vector of values.
 * Nothing is ever removed (a fold only adds and replaces), which keeps both halves small.
 */
export class OrderedDict<T> implements Dict<T> {
  /** The values in order; `World.exchanges` is this very list. */
  readonly list: Vector<T>;
  readonly #index: Node;

  private constructor(list: Vector<T>, index: Node) {
    this.list = list;
    this.#index = index;
  }

  static empty<T>(): OrderedDict<T> {
    return new OrderedDict<T>(Vector.empty<T>(), EMPTY);
  }

  get size(): number {
    return this.list.size;
  }

  get(key: string): T | undefined {
    const slot = find(this.#index, key);
    return slot === undefined ? undefined : this.list.at(slot);
  }

  set(key: string, value: T): OrderedDict<T> {
    const slot = find(this.#index, key);
    if (slot !== undefined) return new OrderedDict(this.list.set(slot, value), this.#index);
    return new OrderedDict(this.list.push(value), insert(this.#index, key, this.size, hash(key), 0));
  }

  values(): Iterable<T> {
    return this.list;
  }
}

function isBucket(node: Node): node is Bucket {
  return 'keys' in node && !Array.isArray(node);
}

function find(root: Node, key: string): number | undefined {
  let node: Node | undefined = root;
  for (let h = hash(key); node !== undefined; h >>>= BITS) {
    if (isBucket(node)) {
      const at = node.keys.indexOf(key);
      return at < 0 ? undefined : node.slots[at];
    }
    node = node[h & MASK];
  }
  return undefined;
}

function insert(node: Node, key: string, slot: number, h: number, depth: number): Node {
  if (!isBucket(node)) {
    const copy = node.slice();
    copy[h & MASK] = insert(copy[h & MASK] ?? EMPTY, key, slot, h >>> BITS, depth + 1);
    return copy;
  }
  if (node.keys.length < BUCKET || depth >= MAX_DEPTH)
    return { keys: [...node.keys, key], slots: [...node.slots, slot] };
  let split: Node = new Array<Node | undefined>(MASK + 1).fill(undefined);
  node.keys.forEach((k, i) => {
    split = insert(split, k, node.slots[i] ?? 0, hash(k) >>> (depth * BITS), depth);
  });
  return insert(split, key, slot, h, depth);
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hash(key: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

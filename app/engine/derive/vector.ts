import type { List } from './model.ts';

const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** Inner nodes hold nodes, leaves hold items; which it is follows from the depth. */
type Node = readonly unknown[];

/**
 * A persistent vector: a 32-way trie with a tail, as in Clojure. `push` and `set` copy at most one path (a few arrays of 32),
 * so 1,000,000 items cost four copies a change and every older version stays valid.
 */
export class Vector<T> implements List<T> {
  readonly size: number;
  readonly #shift: number;
  readonly #root: Node;
  readonly #tail: readonly T[];
  #array: readonly T[] | undefined;

  private constructor(size: number, shift: number, root: Node, tail: readonly T[]) {
    this.size = size;
    this.#shift = shift;
    this.#root = root;
    this.#tail = tail;
  }

  static empty<T>(): Vector<T> {
    return new Vector<T>(0, BITS, [], []);
  }

  static of<T>(items: Iterable<T>): Vector<T> {
    let vector = Vector.empty<T>();
    for (const item of items) vector = vector.push(item);
    return vector;
  }

  at(index: number): T | undefined {
    if (!(index >= 0 && index < this.size)) return undefined;
    const start = this.#tailStart();
    return index >= start ? this.#tail[index - start] : (this.#leaf(index)[index & MASK] as T);
  }

  last(): T | undefined {
    return this.#tail[this.#tail.length - 1];
  }

  push(item: T): Vector<T> {
    if (this.#tail.length < WIDTH)
      return new Vector(this.size + 1, this.#shift, this.#root, [...this.#tail, item]);
    const index = this.size - WIDTH;
    // The trie is full at this height when the index of the leaf to hang in needs a digit more.
    if (index >>> this.#shift >= WIDTH) {
      const root = [this.#root, spine(this.#shift, this.#tail)];
      return new Vector(this.size + 1, this.#shift + BITS, root, [item]);
    }
    return new Vector(this.size + 1, this.#shift, hang(this.#root, this.#shift, index, this.#tail), [item]);
  }

  /** Replaces an item. @throws RangeError outside 0..size-1 */
  set(index: number, item: T): Vector<T> {
    if (!(index >= 0 && index < this.size)) throw new RangeError(`no item ${index} in ${this.size}`);
    const start = this.#tailStart();
    if (index >= start) {
      const tail = this.#tail.slice();
      tail[index - start] = item;
      return new Vector(this.size, this.#shift, this.#root, tail);
    }
    return new Vector(this.size, this.#shift, replace(this.#root, this.#shift, index, item), this.#tail);
  }

  /** Tells each item that is not the one that `before` has in its place. Costs a look at each leaf of 32 that both share. */
  forChanged(before: Vector<T>, each: (item: T, index: number) => void): void {
    for (let start = 0; start < this.size; start += WIDTH) {
      const here = this.#block(start);
      const there = before.#block(start);
      if (here === there) continue;
      for (let i = 0; i < here.length; i += 1)
        if (i >= there.length || here[i] !== there[i]) each(here[i] as T, start + i);
    }
  }

  /** The items as an array; made once per version, so that its identity can be compared. */
  array(): readonly T[] {
    this.#array ??= [...this];
    return this.#array;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    const start = this.#tailStart();
    for (let i = 0; i < start; i += WIDTH) yield* this.#leaf(i) as readonly T[];
    yield* this.#tail;
  }

  #block(start: number): Node {
    const tail = this.#tailStart();
    return start < tail ? this.#leaf(start) : start === tail ? this.#tail : [];
  }

  #tailStart(): number {
    return this.size - this.#tail.length;
  }

  #leaf(index: number): Node {
    let node = this.#root;
    for (let shift = this.#shift; shift > 0; shift -= BITS) node = node[(index >>> shift) & MASK] as Node;
    return node;
  }
}

/** A path of single children down to `leaf`. */
function spine(shift: number, leaf: Node): Node {
  let node = leaf;
  for (let s = shift; s > 0; s -= BITS) node = [node];
  return node;
}

function hang(node: Node, shift: number, index: number, leaf: Node): Node {
  const copy = node.slice();
  const slot = (index >>> shift) & MASK;
  const child = copy[slot] as Node | undefined;
  copy[slot] =
    shift === BITS
      ? leaf
      : child === undefined
        ? spine(shift - BITS, leaf)
        : hang(child, shift - BITS, index, leaf);
  return copy;
}

function replace(node: Node, shift: number, index: number, item: unknown): Node {
  const copy = node.slice();
  if (shift === 0) copy[index & MASK] = item;
  else {
    const slot = (index >>> shift) & MASK;
    copy[slot] = replace(copy[slot] as Node, shift - BITS, index, item);
  }
  return copy;
}

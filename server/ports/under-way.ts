/**
 * Things that are under way, such as requests. They come and go thousands of times a second, and of those that have gone nothing stays:
 * a Set makes itself a new table every few of them, and the old ones keep what was in them alive until the next full collection.
 */
export class UnderWay<T> {
  readonly #places: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns its place, to be given to `leave` once */
  enter(item: T): number {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = item;
    return place;
  }

  leave(place: number): void {
    this.#places[place] = undefined;
    this.#free.push(place);
  }

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Those of this moment. */
  all(): T[] {
    return this.#places.filter((item) => item !== undefined);
  }
}

type Numbers = Uint8Array | Int32Array | Float64Array;

/** A growing column of numbers in a typed array; doubles when full, so appending stays linear. */
export class Column<A extends Numbers> {
  #values: A;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#values = make(1_024);
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const bigger = this.#make(Math.max(index + 1, this.#values.length * 2));
      bigger.set(this.#values);
      this.#values = bigger;
    }
    this.#values[index] = value;
  }

  get(index: number): number {
    return this.#values[index] ?? 0;
  }
}

export const bytes = (): Column<Uint8Array> => new Column((n) => new Uint8Array(n));
export const integers = (): Column<Int32Array> => new Column((n) => new Int32Array(n));
export const doubles = (): Column<Float64Array> => new Column((n) => new Float64Array(n));

/** Numbers for repeated values: each is held once. -1 stands for null. */
export class Interner<T> {
  readonly #numbers = new Map<string, number>();
  readonly #values: T[] = [];
  readonly #keyOf: (value: T) => string;

  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf;
  }

  number(value: T | null): number {
    if (value === null) return -1;
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#values.length);
    return this.#values.push(value) - 1;
  }

  /** How many different values there are; their numbers are 0 to one less. */
  get size(): number {
    return this.#values.length;
  }

  /** The number of a value; -1 where it has none. */
  find(value: T): number {
    return this.#numbers.get(this.#keyOf(value)) ?? -1;
  }

  value(number: number): T | null {
    return number < 0 ? null : (this.#values[number] ?? null);
  }
}

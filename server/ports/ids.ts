/** Chance as a port. */
export interface Ids {
  /** A new task id: `tsk_` and at least 128 bits of entropy (R26). */
  taskId(): string;
  /** A short id that is unique enough for workers, boots and recordings. */
  short(): string;
  /** A number in [0, 1), for jitter. */
  chance(): number;
  /** `count` random bytes, for nonces and keys. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Deterministic ids for tests: `tsk_` and a counter. Guessable, so never used by a mount. */
export class CountingIds implements Ids {
  #n = 0;

  taskId(): string {
    this.#n += 1;
    return `tsk_${String(this.#n).padStart(32, '0')}`;
  }

  short(): string {
    this.#n += 1;
    return `id${this.#n}`;
  }

  chance(): number {
    return 0.5;
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    this.#n += 1;
    const bytes = new Uint8Array(count);
    new DataView(bytes.buffer).setUint32(0, this.#n);
    return bytes;
  }
}

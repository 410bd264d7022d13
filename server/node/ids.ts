import { randomFillSync } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';

/** Bytes of entropy in a task id: 144 bits, above the 128 that R26 asks for. */
const TASK_ID_BYTES = 18;
/** Characters of the time in front of them: 48 bits of ms. */
const TIME_CHARS = 8;
/** The letters of base64url in the order of their codes, so that a later time is a later text. */
const LETTERS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** Random bytes are fetched in bulk: the call to the system's source costs more than the bytes. */
const POOL_BYTES = 4_096;

/**
 * Ids from the system's secure random source. Task ids begin with the time, so that those made together lie together in an index:
 * a store that commits several at once then writes one page for them and not one for each. The time is no secret (`createdAt`).
 */
export class CryptoIds implements Ids {
  readonly #now: () => number;
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #used = POOL_BYTES;

  /** @param now ms since the epoch */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  taskId(): string {
    return `tsk_${timeText(this.#now())}${this.#random(TASK_ID_BYTES).toString('base64url')}`;
  }

  short(): string {
    return this.#random(9).toString('base64url');
  }

  chance(): number {
    return this.#random(6).readUIntBE(0, 6) / 2 ** 48;
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    return randomFillSync(new Uint8Array(count));
  }

  /** Bytes that are given once. To be read at once: they are wiped when the pool is filled again. */
  #random(count: number): Buffer {
    if (this.#used + count > POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    this.#used += count;
    return this.#pool.subarray(this.#used - count, this.#used);
  }
}

function timeText(ms: number): string {
  let text = '';
  for (let left = Math.max(0, Math.floor(ms)); text.length < TIME_CHARS; left = Math.floor(left / 64))
    text = (LETTERS[left % 64] ?? '') + text;
  return text;
}

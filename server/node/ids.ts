import { randomBytes } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';

/** Bytes of entropy in a task id: 192 bits, above the 128 that R26 asks for. */
const TASK_ID_BYTES = 24;

/** Ids from the system's secure random source. */
export class CryptoIds implements Ids {
  taskId(): string {
    return `tsk_${randomBytes(TASK_ID_BYTES).toString('base64url')}`;
  }

  short(): string {
    return randomBytes(9).toString('base64url');
  }

  chance(): number {
    return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(randomBytes(count));
  }
}

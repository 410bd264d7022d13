import type { Ids } from '../../../server/ports/ids.ts';

/** Ids and chance from the platform's random numbers. `crypto.getRandomValues` works on insecure origins, `randomUUID` does not. */
export class RandomIds implements Ids {
  taskId(): string {
    return `tsk_${hex(16)}`;
  }

  short(): string {
    return hex(6);
  }

  chance(): number {
    return Math.random();
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    return crypto.getRandomValues(new Uint8Array(count));
  }
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');
}

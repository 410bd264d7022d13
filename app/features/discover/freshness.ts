import { countdown } from '../../ui/format.ts';

export interface Freshness {
  readonly kind: 'fresh' | 'stale' | 'uncached';
  /** `fresh 4:12`, `stale`, `not cached`. */
  readonly words: string;
}

/** How an answer stands to its cache hint at `now` (wall ms): R14's `ttlMs` counts from when it was received. */
export function freshnessOf(receivedAt: number, ttlMs: number, now: number): Freshness {
  if (ttlMs <= 0) return { kind: 'uncached', words: 'not cached' };
  const left = receivedAt + ttlMs - now;
  return left > 0 ? { kind: 'fresh', words: `fresh ${countdown(left)}` } : { kind: 'stale', words: 'stale' };
}

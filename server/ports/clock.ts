/** Ends a timer; ending one that has fired, or twice, does nothing. */
export type CancelTimer = () => void;

/** Time as a port (design, idea 5). Only implementations may touch the platform's clock and timers. */
export interface Clock {
  /** Wall time, ms since 1970-01-01 UTC. May jump. */
  now(): number;
  /** Monotonic time, ms since an arbitrary start. Never goes back. */
  mono(): number;
  /** Calls `fire` once after `ms` (0 or more) of this clock's time. */
  after(ms: number, fire: () => void): CancelTimer;
}

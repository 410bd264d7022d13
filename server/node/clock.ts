import type { CancelTimer, Clock } from '../ports/clock.ts';

/** Node's timers take at most 2^31 - 1 ms; a longer wait fires at once, so it is made of several. */
const LONGEST = 2_147_483_647;

/** The clock of the machine. Its timers do not keep the process alive: the HTTP server does that while it should live. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  mono(): number {
    return performance.now();
  }

  after(ms: number, fire: () => void): CancelTimer {
    let timer: NodeJS.Timeout | undefined;
    const wait = (left: number): void => {
      const part = Math.min(Math.max(0, left), LONGEST);
      timer = setTimeout(() => (left > part ? wait(left - part) : fire()), part).unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  }
}

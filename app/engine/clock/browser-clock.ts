import type { CancelTimer, Clock } from '../../../server/ports/clock.ts';

/** The longest wait that platforms take as meant (2^31 - 1 ms, 24.8 days); a longer one is waited in pieces. */
const LONGEST = 2_147_483_647;

/** What sets one timer. @returns what ends it */
export type Timers = (ms: number, fire: () => void) => CancelTimer;

/** The platform's clock. In a page its timers run in a worker, so that a hidden tab polls on. */
export class BrowserClock implements Clock {
  readonly #timers: Timers;

  constructor(timers: Timers = workerTimers() ?? platformTimers) {
    this.#timers = timers;
  }

  now(): number {
    return Date.now();
  }

  mono(): number {
    return performance.now();
  }

  after(ms: number, fire: () => void): CancelTimer {
    const end = this.mono() + ms;
    let cancel: CancelTimer;
    const wait = (left: number): void => {
      cancel = this.#timers(Math.min(Math.max(0, left), LONGEST), () => {
        const rest = end - this.mono();
        // Half a millisecond early is on time: platforms round.
        if (left > LONGEST && rest > 0.5) wait(rest);
        else fire();
      });
    };
    wait(ms);
    return () => cancel();
  }
}

/** Timers of the thread itself: for Node, and where a worker cannot be had. */
export function platformTimers(ms: number, fire: () => void): CancelTimer {
  const handle = setTimeout(fire, ms);
  return () => clearTimeout(handle);
}

/** What of a `Worker` is used. */
export interface TimerWorker {
  postMessage(message: { readonly id: number; readonly ms?: number }): void;
  onmessage: ((event: MessageEvent<number>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Timers in a worker; undefined where the platform has none. */
export function workerTimers(start: () => TimerWorker | undefined = startWorker): Timers | undefined {
  const worker = start();
  if (worker === undefined) return undefined;
  const waiting = new Map<number, { readonly fire: () => void; readonly ms: number }>();
  let last = 0;
  let broken = false;
  worker.onmessage = ({ data }) => {
    const timer = waiting.get(data);
    waiting.delete(data);
    timer?.fire();
  };
  // A worker that cannot start (a policy, a failed load) must not stop the polls: its timers start anew in this thread.
  worker.onerror = () => {
    broken = true;
    for (const [id, timer] of waiting) platformTimers(timer.ms, () => waiting.delete(id) && timer.fire());
  };
  return (ms, fire) => {
    if (broken) return platformTimers(ms, fire);
    last += 1;
    const id = last;
    waiting.set(id, { fire, ms });
    worker.postMessage({ id, ms });
    return () => {
      if (waiting.delete(id) && !broken) worker.postMessage({ id });
    };
  };
}

function startWorker(): TimerWorker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  try {
    return new Worker(new URL('./timer.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}

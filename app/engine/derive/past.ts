import type { Problem } from '../../../server/protocol/problem.ts';
import type { Engine, LogReader } from '../engine.ts';

/** Why nothing can be sent from a moment that is over. */
export const PAST =
  'This is the past: it is shown as it was, and nothing is sent from it. Go back to now to act.';

/** What sends, or plans to: in the past it does nothing. */
const SENDS: ReadonlySet<PropertyKey> = new Set<keyof Engine>([
  'attach',
  'forget',
  'restore',
  'refresh',
  'setPush',
  'follow',
]);

const PROBLEM: Problem = { kind: 'http', code: 'past', message: PAST, next: 'Press n to go back to now.' };
const REFUSED = { ok: false, problem: PROBLEM, exchange: undefined } as const;

/** A log in which moments are looked up. */
type Times = Pick<LogReader, 'length' | 'read'>;

/** How many events had happened at `mono` (ms), those of that very moment included. */
export function eventsUntil(log: Times, mono: number): number {
  let low = 0;
  let high = log.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (log.read(middle).mono <= mono) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The wall time of a moment, ms since the epoch: the clock of the machine went as it did at the event before. */
export function wallAt(log: Times, mono: number): number {
  const n = eventsUntil(log, mono);
  if (log.length === 0) return Number.NaN;
  const event = log.read(Math.max(0, n - 1));
  return event.wall + (mono - event.mono);
}

/**
 * An engine as it was at a moment: its world is folded of what had happened until then, its clock stands there, and nothing goes out of
 * it. What does not depend on the moment (texts of events, ways, settings) is the engine's own.
 * @param mono ms since the recording began
 */
export function pastEngine(engine: Engine, mono: number): Engine {
  const n = eventsUntil(engine.log, mono);
  const wall = wallAt(engine.log, mono);
  const own: Partial<Engine> = {
    sendsNothing: PAST,
    clock: { now: () => wall, mono: () => mono, after: () => () => undefined },
    world: (upTo = n) => engine.world(Math.min(n, upTo)),
    mono: () => mono,
    call: async () => REFUSED,
    update: async () => REFUSED,
    cancel: async () => REFUSED,
    compose: async () => ({
      ...{ exchange: '', status: undefined, text: undefined, taskId: undefined },
      problem: PROBLEM,
    }),
  };
  return new Proxy(engine, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key as keyof Engine];
      if (SENDS.has(key)) return () => undefined;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

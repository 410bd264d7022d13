import { type JsonObject, own } from '../protocol/json.ts';

/** The slowest and the fastest that a clock can be steered to, times real time. */
export const SLOWEST = 0.1;
export const FASTEST = 1_000;

/**
 * How a steered clock stands to the machine's. A pure function of the machine's wall time, so several processes, and the next start, read
 * one and the same time from it. Times are ms since the epoch.
 */
export interface ClockSetting {
  /** What the clock told at the moment `real`. */
  readonly virtual: number;
  readonly real: number;
  /** Times real time, SLOWEST to FASTEST. */
  readonly speed: number;
  /** It stands still at `virtual`. */
  readonly paused: boolean;
}

/** A clock that nobody has steered yet. */
export function unsteered(real: number): ClockSetting {
  return { virtual: real, real, speed: 1, paused: false };
}

/** What a clock of this setting tells at the machine's time `real`, with fractions. */
export function timeAt(setting: ClockSetting, real: number): number {
  return setting.virtual + (setting.paused ? 0 : (real - setting.real) * setting.speed);
}

/** What can be done to a clock. */
export type ClockChange =
  | { readonly kind: 'pause' }
  | { readonly kind: 'run' }
  /** Forward by `ms`, at once. */
  | { readonly kind: 'jump'; readonly ms: number }
  | { readonly kind: 'speed'; readonly speed: number };

/** The setting after a change at the machine's time `real`. */
export function steered(before: ClockSetting, change: ClockChange, real: number): ClockSetting {
  const now = { ...before, virtual: timeAt(before, real), real };
  switch (change.kind) {
    case 'pause':
      return { ...now, paused: true };
    case 'run':
      return { ...now, paused: false };
    case 'jump':
      return { ...now, virtual: now.virtual + change.ms };
    case 'speed':
      return { ...now, speed: change.speed };
  }
}

/** A setting as JSON. */
export function settingJson({ virtual, real, speed, paused }: ClockSetting): JsonObject {
  return { virtual, real, speed, paused };
}

/** Reads a kept or sent setting; undefined for anything that is none. */
export function readSetting(value: unknown): ClockSetting | undefined {
  const [virtual, real, speed, paused] = ['virtual', 'real', 'speed', 'paused'].map((key) => own(value, key));
  if (typeof virtual !== 'number' || typeof real !== 'number' || typeof speed !== 'number') return undefined;
  const sound = [virtual, real].every(Number.isFinite) && speed >= SLOWEST && speed <= FASTEST;
  return sound && typeof paused === 'boolean' ? { virtual, real, speed, paused } : undefined;
}

import { own } from './json.ts';
import { META } from './meta.ts';

/** Severities from the least to the most (core `server/utilities/logging`, "Log Levels"; RFC 5424). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The level that a request asks for in `_meta`: undefined where it asks for none, null where the level is not one of the eight. */
export function readLogLevel(meta: unknown): LogLevel | undefined | null {
  const level = own(meta, META.logLevel);
  if (level === undefined) return undefined;
  return LOG_LEVELS.find((known) => known === level) ?? null;
}

/** Whether a message of `level` is as severe as `least`, or more. */
export function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

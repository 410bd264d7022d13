const FIRST = 250;
const LONGEST = 15_000;
/** Retry-After is honoured up to here: a task is worth looking at again. */
const LONGEST_ASKED = 300_000;

/**
 * The wait before the `attempt`-th retry (from 1), ms: 250, 500, 1,000 … capped at 15,000, each spread by a fifth so that many
 * clients do not come back together.
 * @param chance in [0, 1)
 * @param asked what Retry-After wants, ms: never less than that, up to five minutes
 */
export function backoff(attempt: number, chance: number, asked = 0): number {
  const base = Math.min(FIRST * 2 ** Math.min(Math.max(0, attempt - 1), 16), LONGEST);
  const spread = Math.min(base * (0.8 + 0.4 * chance), LONGEST);
  return Math.round(Math.max(spread, Math.min(asked, LONGEST_ASKED)));
}

/** Reads a Retry-After header (seconds, or an HTTP date against `now`), ms; undefined where it is neither. RFC 9110, 10.2.3. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

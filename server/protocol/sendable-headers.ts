import type { HeaderPair } from './headers.ts';

/** Headers that belong to one connection, or that decide where a message begins and ends (RFC 9110, 7.6.1). */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);
/** What the way itself writes; a second one would make two readings of one request. */
const OF_THE_WAY: ReadonlySet<string> = new Set(['host', 'content-length', 'expect']);

const MOST_HEADERS = 100;
const MOST_CHARACTERS = 65_536;

/**
 * Why a header cannot be sent (attack 7), or undefined where it can. `Mcp-*` may be overridden on purpose; the key of the printed link
 * never leaves the machine.
 */
export function headerProblem(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return `"${name.slice(0, 80)}" is no name of a header`;
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    return `the value of ${name} has a line break, a control character or one beyond Latin-1`;
  if (HOP_BY_HOP.has(lower)) return `${name} belongs to a single connection and is not passed on`;
  if (OF_THE_WAY.has(lower)) return `${name} is written by the sender itself`;
  if (lower === 'x-taskscope-key') return `${name} is for Taskscope's own server alone`;
  return undefined;
}

/** The same for all headers of a request, and for their number and size. */
export function headersProblem(pairs: readonly HeaderPair[]): string | undefined {
  if (pairs.length > MOST_HEADERS) return `more than ${MOST_HEADERS} headers`;
  const size = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > MOST_CHARACTERS) return `headers of more than ${MOST_CHARACTERS} characters`;
  for (const [name, value] of pairs) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

import { compareHeaders, type HeaderPair } from '../../../server/protocol/headers.ts';
import { own, ownString, parseJson } from '../../../server/protocol/json.ts';
import type { ShownHeader } from './model.ts';

/**
 * The headers of a request with their verdicts: those that mirror a field of the body agree, differ, are malformed, or are
 * missing (with an empty value, at the end). All others, and all where the body cannot be read, are unchecked.
 */
export function shownHeaders(pairs: readonly HeaderPair[], requestText: string): readonly ShownHeader[] {
  const parsed = parseJson(requestText);
  const method = parsed.ok ? ownString(parsed.value, 'method') : undefined;
  const checks =
    parsed.ok && method !== undefined ? compareHeaders(pairs, method, own(parsed.value, 'params')) : [];
  const shown = pairs.map((pair): ShownHeader => {
    const check = checks.find(({ header }) => header.toLowerCase() === pair[0].toLowerCase());
    return { pair, mirrors: check?.field, verdict: check?.verdict ?? 'unchecked' };
  });
  const missing = checks
    .filter(({ verdict }) => verdict === 'missing')
    .map(({ header, field }): ShownHeader => ({ pair: [header, ''], mirrors: field, verdict: 'missing' }));
  return [...shown, ...missing];
}

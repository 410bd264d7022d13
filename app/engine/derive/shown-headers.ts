import { compareHeaders, type HeaderPair } from '../../../server/protocol/headers.ts';
import { type JsonObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { compareParamHeaders } from '../../../server/protocol/param-headers.ts';
import type { ShownHeader } from './model.ts';

/**
 * The headers of a request with their verdicts: those that mirror a field of the body agree, differ, are malformed, or are
 * missing (with an empty value, at the end). All others, and all where the body cannot be read, are unchecked.
 * @param inputSchema of the tool that is called, as it was listed: its parameters are mirrored, too
 */
export function shownHeaders(
  pairs: readonly HeaderPair[],
  requestText: string,
  inputSchema?: JsonObject,
): readonly ShownHeader[] {
  const parsed = parseJson(requestText);
  const method = parsed.ok ? ownString(parsed.value, 'method') : undefined;
  const params = parsed.ok ? own(parsed.value, 'params') : undefined;
  const mirrored = method === 'tools/call' && inputSchema !== undefined;
  const checks =
    method === undefined
      ? []
      : [
          ...compareHeaders(pairs, method, params),
          ...(mirrored ? compareParamHeaders(pairs, inputSchema, own(params, 'arguments')) : []),
        ];
  const shown = pairs.map((pair): ShownHeader => {
    const check = checks.find(({ header }) => header.toLowerCase() === pair[0].toLowerCase());
    return { pair, mirrors: check?.field, verdict: check?.verdict ?? 'unchecked' };
  });
  const missing = checks
    .filter(({ verdict }) => verdict === 'missing')
    .map(({ header, field }): ShownHeader => ({ pair: [header, ''], mirrors: field, verdict: 'missing' }));
  return [...shown, ...missing];
}

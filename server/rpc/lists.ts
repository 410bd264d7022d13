import { CODES, RpcError } from '../protocol/codes.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import { type Handler, reply } from './call.ts';

/** How long a client may keep a list, ms. */
const LIST_TTL_MS = 60_000;

/** A list method: always the same entries in the same order, on one page, for everyone (R15). */
export function listOf(member: string, entries: readonly { readonly definition: JsonObject }[]): Handler {
  return async ({ params }) => {
    if (own(params, 'cursor') !== undefined)
      throw new RpcError(CODES.invalidParams, `Unknown cursor: the list of ${member} has one page`);
    const definitions = entries.map(({ definition }) => definition);
    return reply({ [member]: definitions, ttlMs: LIST_TTL_MS, cacheScope: 'public' });
  };
}

import { isObject, type JsonObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';
import type { Exchange } from '../../engine/derive/model.ts';
import type { Engine } from '../../engine/index.ts';

/** How far back a list is looked for, in exchanges. */
const MOST = 2_000;

/**
 * The `inputSchema` of the tool that an exchange calls, as the endpoint had listed it last before: it says which parameters are
 * mirrored in headers. Undefined for other methods, and where no list is in the recording.
 */
export function listedSchema(engine: Engine, exchange: Exchange): JsonObject | undefined {
  if (exchange.method !== 'tools/call' || exchange.name === undefined) return undefined;
  const { exchanges } = engine.world();
  for (let i = exchange.index - 1; i >= Math.max(0, exchange.index - MOST); i -= 1) {
    const listing = exchanges.at(i);
    if (listing?.method !== 'tools/list' || listing.endpoint !== exchange.endpoint) continue;
    const parsed =
      listing.bodySeq === undefined ? undefined : parseJson(engine.log.bodyText(listing.bodySeq));
    const tools = parsed?.ok === true ? own(own(parsed.value, 'result'), 'tools') : undefined;
    const found = Array.isArray(tools) && tools.find((tool) => ownString(tool, 'name') === exchange.name);
    const schema = own(found, 'inputSchema');
    if (isObject(schema)) return schema;
  }
  return undefined;
}

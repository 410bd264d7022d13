import type { ListedTool } from '../../../server/protocol/discovery.ts';
import type { HeaderPair } from '../../../server/protocol/headers.ts';
import { type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { deriveParamHeaders } from '../../../server/protocol/param-headers.ts';

/** The schemas of the tools as each endpoint listed them last: a call mirrors the parameters that its tool's schema names. */
export class ListedTools {
  readonly #schemas = new Map<string, ReadonlyMap<string, JsonObject>>();

  remember(endpoint: string, tools: readonly ListedTool[]): void {
    const schemas = tools.flatMap(({ name, inputSchema, excluded }): [string, JsonObject][] =>
      inputSchema === undefined || excluded !== undefined ? [] : [[name, inputSchema]],
    );
    this.#schemas.set(endpoint, new Map(schemas));
  }

  /**
   * The `Mcp-Param-*` headers of a request (Streamable HTTP, "Custom Headers from Tool Parameters"). A tool that was not listed, or
   * was excluded, has none.
   */
  headers(endpoint: string, method: string, params: JsonObject): readonly HeaderPair[] {
    if (method !== 'tools/call') return [];
    const schema = this.#schemas.get(endpoint)?.get(ownString(params, 'name') ?? '');
    return schema === undefined ? [] : deriveParamHeaders(schema, own(params, 'arguments'));
  }
}

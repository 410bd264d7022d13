import type { ListedTool } from '../../../server/protocol/discovery.ts';
import type { HeaderPair } from '../../../server/protocol/headers.ts';
import { type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import { taskSupportOf } from '../../../server/protocol/legacy-task.ts';
import { META } from '../../../server/protocol/meta.ts';
import { deriveParamHeaders } from '../../../server/protocol/param-headers.ts';
import type { Wishes } from '../engine.ts';

/** What may tell of itself while it works: a log level and a progress token are for these. */
const TALKATIVE: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** The schemas of the tools as each endpoint listed them last: a call mirrors the parameters that its tool's schema names. */
export class ListedTools {
  readonly #schemas = new Map<string, ReadonlyMap<string, JsonObject>>();

  readonly #tools = new Map<string, ReadonlyMap<string, JsonObject>>();

  readonly wishes = new Map<string, Wishes>();

  /**
   * The `_meta` by which a request asks for news beside its answer; undefined where it asks for none. The token is the request's own id,
   * which no other request has. A session has one log level for all (`logging/setLevel`), so its requests name none.
   */
  wished(endpoint: string, method: string, id: RequestId, session: boolean): JsonObject | undefined {
    const { logLevel, progress } = this.wishes.get(endpoint) ?? {};
    if (!TALKATIVE.has(method)) return undefined;
    const level = session ? undefined : logLevel;
    if (level === undefined && progress !== true) return undefined;
    return {
      ...(level !== undefined && { [META.logLevel]: level }),
      ...(progress === true && { progressToken: id }),
    };
  }

  remember(endpoint: string, tools: readonly ListedTool[]): void {
    const schemas = tools.flatMap(({ name, inputSchema, excluded }): [string, JsonObject][] =>
      inputSchema === undefined || excluded !== undefined ? [] : [[name, inputSchema]],
    );
    this.#schemas.set(endpoint, new Map(schemas));
    this.#tools.set(endpoint, new Map(tools.map(({ name, raw }) => [name, raw])));
  }

  /** Whether a call of 2025-11-25 asks for a task (2025-11-25, "Tool-Level Negotiation"). @param wanted where the tool leaves the choice */
  isTask(endpoint: string, tool: string, wanted: boolean): boolean {
    const support = taskSupportOf(this.#tools.get(endpoint)?.get(tool));
    return support === 'required' || (support === 'optional' && wanted);
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

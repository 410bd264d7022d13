import { isObject, type JsonObject, own, ownString } from './json.ts';
import { type Implementation, META } from './meta.ts';

export type CacheScope = 'public' | 'private';

/** Caching hints of a result (caching, "Cacheable Model"): `ttlMs` in milliseconds; absent or negative reads as 0, absent scope as private. */
export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: CacheScope;
}

export interface Discovery {
  readonly supportedVersions: readonly string[];
  readonly capabilities: JsonObject;
  readonly serverInfo: Implementation | undefined;
  readonly instructions: string | undefined;
  readonly cache: CacheHints;
  readonly raw: JsonObject;
}

/**
 * One tool as listed; `inputSchema` is undefined where it is missing or no object, and the tool is then shown as malformed. `excluded`:
 * why a client must not offer it (invalid `x-mcp-header` annotations; Streamable HTTP, "Schema Extension").
 */
export interface ListedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject | undefined;
  readonly excluded?: string;
  readonly raw: JsonObject;
}

export function readCacheHints(result: unknown): CacheHints {
  const ttl = own(result, 'ttlMs');
  return {
    ttlMs: typeof ttl === 'number' && Number.isFinite(ttl) && ttl > 0 ? ttl : 0,
    cacheScope: own(result, 'cacheScope') === 'public' ? 'public' : 'private',
  };
}

/** Reads a `server/discover` result; undefined where it lacks supportedVersions or capabilities. */
export function readDiscovery(result: unknown): Discovery | undefined {
  const versions = own(result, 'supportedVersions');
  const capabilities = own(result, 'capabilities');
  if (!isObject(result) || !Array.isArray(versions) || !isObject(capabilities)) return undefined;
  const info = own(own(result, '_meta'), META.serverInfo);
  const name = ownString(info, 'name');
  const title = ownString(info, 'title');
  return {
    supportedVersions: versions.filter((v): v is string => typeof v === 'string'),
    capabilities,
    serverInfo:
      name === undefined
        ? undefined
        : { name, version: ownString(info, 'version') ?? '', ...(title === undefined ? {} : { title }) },
    instructions: ownString(result, 'instructions'),
    cache: readCacheHints(result),
    raw: result,
  };
}

/** Reads the tools of a `tools/list` result, in the server's order; entries without a name are left out. */
export function readTools(result: unknown): ListedTool[] {
  const tools = own(result, 'tools');
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool): ListedTool[] => {
    const name = ownString(tool, 'name');
    if (name === undefined || !isObject(tool)) return [];
    const schema = own(tool, 'inputSchema');
    const inputSchema = isObject(schema) ? schema : undefined;
    return [
      {
        name,
        title: ownString(tool, 'title'),
        description: ownString(tool, 'description'),
        inputSchema,
        raw: tool,
      },
    ];
  });
}

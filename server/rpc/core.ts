import { CODES, CURRENT_VERSION, RpcError } from '../protocol/codes.ts';
import { own } from '../protocol/json.ts';
import type { Tool } from '../tasks/tool.ts';
import { type Handler, reply } from './call.ts';
import type { Registry } from './registry.ts';

/** What this mount speaks (R14). */
export const SUPPORTED_VERSIONS: readonly string[] = [CURRENT_VERSION];

/** `server/discover`: versions, capabilities, identity, and how long that may be kept (R14). */
export function discover(registry: Registry, instructions: string): Handler {
  return async () =>
    reply({
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities: { tools: {}, extensions: registry.advertised() },
      instructions,
      ttlMs: 300_000,
      cacheScope: 'public',
    });
}

/** `tools/list`: always the same tools in the same order, on one page (R15). */
export function listTools(tools: readonly Tool[]): Handler {
  return async ({ params }) => {
    if (own(params, 'cursor') !== undefined)
      throw new RpcError(CODES.invalidParams, 'Unknown cursor: the list of tools has one page');
    return reply({ tools: tools.map((tool) => tool.definition), ttlMs: 60_000, cacheScope: 'public' });
  };
}

import { CURRENT_VERSION } from '../protocol/codes.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ListKind } from '../protocol/subscriptions.ts';
import type { Catalog } from '../tasks/catalog.ts';
import { type Handler, reply } from './call.ts';
import { complete } from './completion.ts';
import type { Surroundings } from './interaction.ts';
import { listOf } from './lists.ts';
import { getPrompt } from './prompts.ts';
import type { Registry } from './registry.ts';
import { readResource } from './resources.ts';

/** What this mount speaks (R14). */
export const SUPPORTED_VERSIONS: readonly string[] = [CURRENT_VERSION];

/** `server/discover`: versions, capabilities, identity, and how long that may be kept (R14). */
export function discover(registry: Registry, catalog: Catalog, instructions: string): Handler {
  return async ({ versions = SUPPORTED_VERSIONS }) =>
    reply({
      supportedVersions: versions,
      capabilities: { ...capabilitiesOf(catalog), extensions: registry.advertised() },
      instructions,
      ttlMs: 300_000,
      cacheScope: 'public',
    });
}

/** Registers the lists of a catalog and what reads their entries; `tools/call` comes with its own surroundings. */
export function serveCatalog(registry: Registry, catalog: Catalog, around: Surroundings): void {
  const { tools, resources, templates, prompts } = catalog;
  registry.core('tools/list', listOf('tools', tools));
  if (resources.length + templates.length > 0) {
    registry.core('resources/list', listOf('resources', resources));
    registry.core('resources/templates/list', listOf('resourceTemplates', templates));
    registry.core('resources/read', readResource(around, resources, templates));
  }
  if (prompts.length > 0) {
    registry.core('prompts/list', listOf('prompts', prompts));
    registry.core('prompts/get', getPrompt(around, prompts));
  }
  if (completes(catalog)) registry.core('completion/complete', complete(catalog));
}

/** Only what is there: a client may rely on each of them (core `server/discover`). */
function capabilitiesOf(catalog: Catalog): JsonObject {
  const changing = (kind: ListKind) => (catalog.changing.includes(kind) ? { listChanged: true } : {});
  const { resources, templates, prompts } = catalog;
  const follows = templates.some((template) => template.follows !== undefined);
  return {
    tools: changing('tools'),
    ...(resources.length + templates.length > 0
      ? { resources: { ...changing('resources'), ...(follows ? { subscribe: true } : {}) } }
      : {}),
    ...(prompts.length > 0 ? { prompts: changing('prompts') } : {}),
    ...(completes(catalog) ? { completions: {} } : {}),
    // Some tool logs, if asked to (core `server/utilities/logging`, "Capabilities").
    logging: {},
  };
}

function completes({ prompts, templates }: Catalog): boolean {
  return [...prompts, ...templates].some((one) => one.complete !== undefined);
}

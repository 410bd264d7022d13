import type { Discovery, JsonObject } from '../../engine/index.ts';
import { isRecord } from '../../ui/record.ts';

export const TASKS = 'io.modelcontextprotocol/tasks';
const CURRENT = '2026-07-28';

/** The capabilities that are no extensions, by name. */
export function capabilityNames(discovery: Discovery): string[] {
  return Object.keys(discovery.capabilities).filter(
    (name) => name !== 'extensions' && name !== 'experimental',
  );
}

/** Extensions as declared: an object value declares one (R21). */
export function extensionsOf(discovery: Discovery): readonly (readonly [id: string, value: JsonObject])[] {
  const found = discovery.capabilities.extensions;
  if (!isRecord(found)) return [];
  return Object.entries(found).flatMap(([id, value]) =>
    isRecord(value) ? [[id, value as JsonObject] as const] : [],
  );
}

/** As an extension, or, in a session of 2025-11-25, as a capability. */
export function hasTasks(discovery: Discovery): boolean {
  return isRecord(discovery.capabilities.tasks) || extensionsOf(discovery).some(([id]) => id === TASKS);
}

/** `…/tasks` for ids of the protocol's own name space, whole for others. */
export function shortExtension(id: string): string {
  return id.startsWith('io.modelcontextprotocol/') ? `…/${id.slice('io.modelcontextprotocol/'.length)}` : id;
}

/** The generation that is spoken with the server. */
export function eraOf(discovery: Discovery): { readonly version: string; readonly known: boolean } {
  if (discovery.supportedVersions.includes(CURRENT)) return { version: CURRENT, known: true };
  return { version: discovery.supportedVersions[0] ?? 'no version', known: false };
}

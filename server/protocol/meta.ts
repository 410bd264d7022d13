import { TASKS_EXTENSION } from './codes.ts';
import { isObject, type JsonObject, own, ownString } from './json.ts';

/** Reserved `_meta` keys (core `basic/index`, "_meta") and the demo's own. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  logLevel: 'io.modelcontextprotocol/logLevel',
  relatedTask: 'io.modelcontextprotocol/related-task',
  /** Joins what was true to what was seen (design, idea 7). */
  revision: 'dev.taskscope/revision',
} as const;

export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

export interface RequestMeta {
  readonly protocolVersion: string;
  readonly clientCapabilities: JsonObject;
  readonly raw: JsonObject;
}

export type ReadMeta =
  | { readonly ok: true; readonly meta: RequestMeta }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads `params._meta` of a current request (R12, R19). Nothing is remembered from earlier requests (R13).
 * Refused: params not an object, `_meta` missing or not an object, a version that is missing or not a string,
 * client capabilities that are missing or not an object.
 */
export function readMeta(params: unknown): ReadMeta {
  if (!isObject(params)) return { ok: false, reason: 'params must be an object that carries _meta' };
  const raw = own(params, '_meta');
  if (!isObject(raw)) return { ok: false, reason: 'params._meta is missing or not an object' };
  const protocolVersion = ownString(raw, META.protocolVersion);
  if (protocolVersion === undefined)
    return { ok: false, reason: `_meta["${META.protocolVersion}"] is missing or not a string` };
  const clientCapabilities = own(raw, META.clientCapabilities);
  if (!isObject(clientCapabilities)) {
    return { ok: false, reason: `_meta["${META.clientCapabilities}"] is missing or not an object` };
  }
  return { ok: true, meta: { protocolVersion, clientCapabilities, raw } };
}

/** R21: the tasks extension is declared by an object value under its key. */
export function declaresTasks(capabilities: JsonObject | undefined): boolean {
  return isObject(own(own(capabilities, 'extensions'), TASKS_EXTENSION));
}

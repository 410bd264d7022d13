import type { CacheScope } from '../protocol/discovery.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { CallContext } from './context.ts';
import type { Complete } from './prompt.ts';

/** What a read gives: text or base64, by URI, and how long a client may keep it (ms). */
export interface ReadContents {
  readonly contents: readonly JsonObject[];
  readonly ttlMs: number;
  readonly cacheScope: CacheScope;
}

/** A resource as `resources/list` shows it. */
export type ResourceDefinition = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
};

export interface Resource {
  readonly definition: ResourceDefinition;
  /** May ask, as a tool call does. */
  readonly read: (context: CallContext) => Promise<ReadContents> | ReadContents;
}

/** A template as `resources/templates/list` shows it; `uriTemplate` has simple `{name}` parts alone (RFC 6570, level 1). */
export type TemplateDefinition = {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
};

export interface ResourceTemplate {
  readonly definition: TemplateDefinition;
  /** Undefined where there is no such resource: the answer is -32602 with the URI. */
  readonly read: (
    values: Readonly<Record<string, string>>,
    uri: string,
    context: CallContext,
  ) => Promise<ReadContents | undefined> | ReadContents | undefined;
  readonly complete?: Complete;
  /** The task whose changes are this resource's: a listen for the URI is told of them. */
  readonly follows?: (values: Readonly<Record<string, string>>) => string;
}

/** Contents of one text, the same for everyone and for long. */
export function staticText(uri: string, mimeType: string, text: string): ReadContents {
  return { contents: [{ uri, mimeType, text }], ttlMs: 300_000, cacheScope: 'public' };
}

import { CURRENT_VERSION } from './codes.ts';
import { HEADER, type HeaderPair, headerValue } from './headers.ts';

/** Carried by every request of a 2025 session after `initialize` (2025-11-25 `basic/transports`, "Session Management"). */
export const SESSION_HEADER = 'Mcp-Session-Id';

/** The revisions that the legacy surface negotiates, newest first. Tasks exist in the newest alone. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export type LegacyVersion = (typeof LEGACY_VERSIONS)[number];
/** The legacy revision that has tasks. */
export const LEGACY_TASKS_VERSION: LegacyVersion = '2025-11-25';

/** What tells the generation of a request on a mount that serves both. All of it is in the request itself. */
export interface EraSigns {
  /** GET, POST or DELETE. */
  readonly http: string;
  /** The `method` of the JSON-RPC message, where it has one. */
  readonly method: string | undefined;
  /** The `Mcp-Session-Id` header. */
  readonly sessionId: string | undefined;
  /** The `MCP-Protocol-Version` header. */
  readonly version: string | undefined;
  /** The protocol version in `params._meta`. */
  readonly metaVersion: string | undefined;
}

export type Era =
  | { readonly kind: 'current' }
  | { readonly kind: 'legacy' }
  /** A body of the current generation under a header of the old one: -32020. */
  | { readonly kind: 'mixed'; readonly reason: string };

/**
 * The generation of a request to `/mcp/dual` (requirements, "Mounts"): legacy if and only if it is `initialize`, carries a
 * session id, or names a version below 2026-07-28 in its header; GET and DELETE are legacy. Everything else is current, a missing
 * `_meta` included. `_meta` of 2026-07-28 under a legacy header is neither.
 */
export function eraOf({ http, method, sessionId, version, metaVersion }: EraSigns): Era {
  if (http === 'GET' || http === 'DELETE') return { kind: 'legacy' };
  const header =
    sessionId !== undefined
      ? SESSION_HEADER
      : isLegacyVersion(version)
        ? `MCP-Protocol-Version: ${version}`
        : undefined;
  if (header !== undefined && metaVersion === CURRENT_VERSION) {
    const reason = `Header mismatch: ${header} is of an earlier generation, params._meta is of ${CURRENT_VERSION}`;
    return { kind: 'mixed', reason };
  }
  return method === 'initialize' || header !== undefined ? { kind: 'legacy' } : { kind: 'current' };
}

/** Whether a request that a client sends is of a legacy revision, by its method and headers. */
export function isLegacyRequest(method: string, headers: readonly HeaderPair[]): boolean {
  return method === 'initialize' || isLegacyVersion(headerValue(headers, HEADER.version));
}

/** Whether a version is a revision (a date) before 2026-07-28. */
export function isLegacyVersion(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version < CURRENT_VERSION;
}

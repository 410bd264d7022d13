import { CODES } from '../../../../server/protocol/codes.ts';
import { readDiscovery } from '../../../../server/protocol/discovery.ts';
import type { Sent } from '../sender.ts';

/** What the answer to `server/discover` says of a server's generation, and what of the answer says it. */
export interface Sign {
  readonly generation: 'current' | 'legacy';
  /** A few words for a person: "answered server/discover". */
  readonly evidence: string;
}

/** Errors that 2026-07-28 brought, so that only its servers send them. */
const CURRENT_ERRORS: ReadonlySet<number> = new Set([
  CODES.headerMismatch,
  CODES.missingCapability,
  CODES.unsupportedVersion,
]);

/** Refusals that say nothing of a generation: who asks, and when. */
const NO_SIGN: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/**
 * Reads the generation from the answer to `server/discover` (Streamable HTTP, "Backward Compatibility"; Versioning, "Compatibility
 * Matrix"): another 4xx than those of permission and pace, without an error that only a current server sends, is a legacy one. undefined
 * where nothing can be said.
 */
export function signOf({ answer, problem, received }: Sent): Sign | undefined {
  const { status = 0 } = received;
  if (problem === undefined && readDiscovery(answer?.result) !== undefined)
    return { generation: 'current', evidence: 'answered server/discover' };
  const outcome = answer?.outcome;
  const code = outcome?.kind === 'error' ? outcome.code : undefined;
  const unknown = code === CODES.methodNotFound;
  if (code !== undefined && (CURRENT_ERRORS.has(code) || (unknown && status === 404)))
    return { generation: 'current', evidence: `HTTP ${status} with ${code}, an error of 2026-07-28` };
  if (unknown && status === 200)
    return { generation: 'legacy', evidence: 'server/discover is an unknown method, so initialize' };
  if (status < 400 || status >= 500 || NO_SIGN.has(status)) return undefined;
  return { generation: 'legacy', evidence: `${status} without a current error, so initialize` };
}

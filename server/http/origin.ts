import type { Asked } from '../ports/exchange.ts';

/** Who may reach this mount by name, and from which pages. */
export interface OriginPolicy {
  /** Exact origins that get CORS headers, beside the mount's own. Beyond loopback the mount's own are among them. */
  readonly allowedOrigins: readonly string[];
}

export type Standing =
  /** `cors` is the origin to name in CORS headers, undefined where none are due. */
  { readonly ok: true; readonly cors: string | undefined } | { readonly ok: false; readonly reason: string };

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks Host and Origin where they are present (Streamable HTTP, "Security & Endpoint"; attacks 1 to 3). A page cannot set
 * either, so a foreign one gives away a rebound name or a foreign page. Absent headers are fine: in-page mounts have no Host,
 * and clients that are no browsers send no Origin.
 */
export function standing(asked: Pick<Asked, 'url' | 'headers'>, policy: OriginPolicy): Standing {
  const host = asked.headers.get('host');
  if (host !== null && !isKnownHost(host, policy))
    return { ok: false, reason: 'the Host header names a foreign host' };
  const origin = asked.headers.get('origin');
  if (origin === null) return { ok: true, cors: undefined };
  const url = new URL(asked.url);
  if (origin === url.origin || policy.allowedOrigins.includes(origin)) return { ok: true, cors: origin };
  // localhost and 127.0.0.1 are one machine: served, but a page under the other name cannot read the answer.
  if (isLoopbackTwin(origin, url)) return { ok: true, cors: undefined };
  return { ok: false, reason: `the origin ${origin} is not allowed here` };
}

/** The host that was let in last, by policy: nearly every request names the same one. */
const LAST = new WeakMap<OriginPolicy, string>();

function isKnownHost(host: string, policy: OriginPolicy): boolean {
  if (LAST.get(policy) === host) return true;
  const known = isNamed(host, policy);
  if (known) LAST.set(policy, host);
  return known;
}

function isNamed(host: string, { allowedOrigins }: OriginPolicy): boolean {
  const name = /^(\[[0-9a-f:]+\]|[^:[\]]+)(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return (
    LOOPBACK.has(name) ||
    allowedOrigins.some((origin) => URL.canParse(origin) && new URL(origin).hostname === name)
  );
}

function isLoopbackTwin(origin: string, url: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const other = new URL(origin);
  return (
    other.origin === origin &&
    other.protocol === url.protocol &&
    other.port === url.port &&
    LOOPBACK.has(other.hostname) &&
    LOOPBACK.has(url.hostname)
  );
}

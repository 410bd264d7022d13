import { isObject, own, ownString, parseJson } from '../../protocol/json.ts';
import type { Readable } from '../demo.ts';
import type { Allowed } from './grants.ts';
import { PEOPLE } from './people.ts';
import { BASE_SCOPE, TOOL_SCOPES } from './scopes.ts';
import { smallBody } from './small-body.ts';

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
/** As much as the demo itself reads. */
const MOST_BYTES = 4_194_304;

export interface GuardOptions {
  /** Of the MCP endpoints. */
  readonly origin: string;
  readonly issuer: string;
  /** What a token allows, as long as it lives. */
  readonly allowed: (token: string) => Allowed | undefined;
  readonly next: (request: Request) => Promise<Response>;
  /** Lets a page of an allowed origin read a refusal. */
  readonly readable: Readable;
}

/**
 * The resource server's part (2026-07-28, "Authorization"): lets through what has a token for this very endpoint with the scopes that it
 * needs, under the name that the demo knows the person by. The token itself goes no further.
 */
export function guarded(options: GuardOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return options.next(request);
    const url = new URL(request.url);
    const resource = options.origin + url.pathname;
    const metadata = `${options.origin}${RESOURCE_METADATA}${url.pathname}`;
    const refuse = (status: 401 | 403, parts: Readonly<Record<string, string>>): Response => {
      const challenge = Object.entries({ ...parts, resource_metadata: metadata });
      return options.readable(
        request,
        new Response(`${parts.error_description ?? 'Sign in first.'}\n`, {
          status,
          headers: {
            'Content-Type': 'text/plain; charset=utf-8',
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
            'WWW-Authenticate': `Bearer ${challenge.map(([name, value]) => `${name}="${value}"`).join(', ')}`,
          },
        }),
      );
    };
    const header = request.headers.get('authorization');
    if (header === null) return refuse(401, { scope: BASE_SCOPE });
    const allowed = options.allowed(/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '');
    const person = PEOPLE.get(allowed?.person ?? '');
    if (allowed === undefined || person === undefined || allowed.resource !== resource)
      return refuse(401, {
        error: 'invalid_token',
        error_description: 'The token is unknown, has run out, or is for another endpoint.',
        scope: BASE_SCOPE,
      });
    const text = request.method === 'POST' ? await smallBody(request, MOST_BYTES) : undefined;
    const asked = text === undefined ? undefined : scopesOf(text);
    const needed = [BASE_SCOPE, ...(asked ?? [])];
    if (needed.some((name) => !allowed.scope.includes(name)))
      return refuse(403, {
        error: 'insufficient_scope',
        error_description: 'This tool needs a scope that the token does not have.',
        scope: needed.join(' '),
      });
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${person.demoToken}`);
    const { method, signal } = request;
    // What could not be read is not the guard's to judge: the demo refuses it in its own words. The text itself is not passed on, since
    // a reader that is more lenient would find a call in it that was never judged.
    const body =
      request.method !== 'POST' ? null : asked === undefined ? new Uint8Array([0xff]) : (text ?? '');
    return options.next(new Request(request.url, { method, headers, signal, body }));
  };
}

/** What the calls in a body need, one call or a batch of them; undefined for what is no JSON. */
function scopesOf(text: string): string[] | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const messages = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return messages.flatMap((message) => {
    const name = isObject(message) ? ownString(own(message, 'params'), 'name') : undefined;
    const scope = ownString(message, 'method') === 'tools/call' ? TOOL_SCOPES.get(name ?? '') : undefined;
    return scope === undefined ? [] : [scope];
  });
}

/** The resource metadata (RFC 9728) of an endpoint, or undefined where the path is none of theirs. */
export function resourceMetadata(
  path: string,
  options: Pick<GuardOptions, 'origin' | 'issuer'>,
  paths: readonly string[],
) {
  const of = path === RESOURCE_METADATA ? '/mcp' : path.slice(RESOURCE_METADATA.length);
  if (!path.startsWith(RESOURCE_METADATA) || !paths.includes(of)) return undefined;
  return {
    resource: options.origin + of,
    authorization_servers: [options.issuer],
    scopes_supported: [BASE_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Taskscope demo',
  };
}

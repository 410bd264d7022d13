import { createHash, timingSafeEqual } from 'node:crypto';
import type { JsonValue } from '../../protocol/json.ts';
import type { Client, Clients } from './clients.ts';
import type { Grants, Tokens } from './grants.ts';
import { readScope } from './scopes.ts';
import { smallBody } from './small-body.ts';

export interface TokenParts {
  readonly clients: Clients;
  readonly grants: Grants;
  /** The MCP endpoints that tokens may be for. */
  readonly resources: ReadonlySet<string>;
}

/** `POST /token`: authorization_code, refresh_token, client_credentials. Errors are those of RFC 6749, 5.2. */
export async function answerToken(request: Request, parts: TokenParts): Promise<Response> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    return refuse('invalid_request', 'the body must be application/x-www-form-urlencoded');
  const text = await smallBody(request);
  if (text === undefined) return refuse('invalid_request', 'the body is too large or no UTF-8');
  const form = new URLSearchParams(text);
  const repeated = [...new Set(form.keys())].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined) return refuse('invalid_request', `${repeated} is sent more than once`);
  const client = await authenticated(request, form, parts.clients);
  if (client === undefined)
    return refuse('invalid_client', 'no such client, or its secret is wrong', 401, {
      'WWW-Authenticate': 'Basic realm="token"',
    });
  const grant = form.get('grant_type') ?? '';
  if (!['authorization_code', 'refresh_token', 'client_credentials'].includes(grant))
    return refuse('unsupported_grant_type', `no grant_type "${grant}" here`);
  if (!client.grants.includes(grant)) return refuse('unauthorized_client', `not for this client: ${grant}`);
  const asked = form.get('scope');
  const scope = readScope(asked);
  if (scope === undefined) return refuse('invalid_scope', 'the scope has an unknown name');
  const resource = form.get('resource') ?? '';
  if (grant !== 'refresh_token' && !parts.resources.has(resource))
    return refuse('invalid_target', 'resource must name the MCP endpoint (RFC 8707)');
  const tokens =
    grant === 'client_credentials'
      ? parts.grants.machine({ clientId: client.id, person: 'bob', scope, resource })
      : grant === 'refresh_token'
        ? parts.grants.refresh(form.get('refresh_token') ?? '', client.id, {
            scope: asked === null ? undefined : scope,
            resource: form.get('resource') ?? undefined,
          })
        : parts.grants.exchange(form.get('code') ?? '', {
            clientId: client.id,
            redirectUri: form.get('redirect_uri') ?? '',
            verifier: form.get('code_verifier') ?? '',
            resource,
          });
  if (tokens === 'invalid_target')
    return refuse('invalid_target', 'the refresh token is for another endpoint (RFC 8707)');
  return tokens === undefined ? refuse('invalid_grant', reasons[grant] ?? '') : json(200, { ...tokens });
}

const reasons: Readonly<Record<string, string>> = {
  authorization_code:
    'the code is unknown, used, too old, or was not given for this client, redirect_uri, resource and code_verifier',
  refresh_token: 'the refresh token is unknown, used before, too old, or not for this client and scope',
};

async function authenticated(
  request: Request,
  form: URLSearchParams,
  clients: Clients,
): Promise<Client | undefined> {
  const basic = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const [id, secret] =
    basic === undefined ? [form.get('client_id'), form.get('client_secret')] : pairOf(basic);
  // Those with a document are public clients: their document was looked at when the code was asked for.
  const client = await clients.find(id ?? '').catch(() => undefined);
  if (client === undefined) return undefined;
  const { secret: kept } = client;
  return kept === undefined || (typeof secret === 'string' && isSame(secret, kept)) ? client : undefined;
}

function pairOf(basic: string): readonly (string | null)[] {
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  try {
    return [
      decodeURIComponent(id.replaceAll('+', ' ')),
      decodeURIComponent(rest.join(':').replaceAll('+', ' ')),
    ];
  } catch {
    return [null, null];
  }
}

function isSame(given: string, kept: string): boolean {
  const [a, b] = [given, kept].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function refuse(
  error: string,
  description: string,
  status = 400,
  headers: Record<string, string> = {},
): Response {
  return json(status, { error, error_description: description }, headers);
}

export function json(
  status: number,
  body: { readonly [name: string]: JsonValue } | Tokens,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

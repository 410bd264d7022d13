import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { parseJson } from '../../protocol/json.ts';
import { type Client, Clients, type FetchDocument, RegistrationError, TooManyClients } from './clients.ts';
import { CONSENT_CSS, consentPage, refusalPage } from './consent-page.ts';
import { Expiring } from './expiring.ts';
import { type Allowed, Grants } from './grants.ts';
import { PEOPLE } from './people.ts';
import { readScope, SCOPES } from './scopes.ts';
import { smallBody } from './small-body.ts';
import { answerToken, json } from './token-endpoint.ts';

/** How long a person may look at the page of consent, ms. */
const CONSENT_MS = 600_000;
const MOST_TICKETS = 200;

export interface AuthorisationOptions {
  /** Its own origin, which is its issuer. */
  readonly issuer: string;
  /** The MCP endpoints that tokens may be for. */
  readonly resources: ReadonlySet<string>;
  /** Where the inspector of this command is called back: of the pre-registered client. */
  readonly ownRedirect: string;
  /** Of an access token, ms. */
  readonly lifeMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly fetchDocument: FetchDocument;
}

/** A request for a code whose client and redirect URI are known to be right. */
interface Asking {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  readonly scope: readonly string[];
  readonly resource: string;
}

/**
 * The demo's authorisation server (2026-07-28, "Authorization"; OAuth 2.1 with PKCE S256 alone, RFC 7591, 8414, 8707, 9207, client id
 * metadata documents). Without CORS, as most are. All of it is in memory.
 */
export class AuthorisationServer {
  readonly #options: AuthorisationOptions;
  readonly #clients: Clients;
  readonly #grants: Grants;
  readonly #tickets: Expiring<Asking>;

  constructor(options: AuthorisationOptions) {
    const { clock, ids, lifeMs } = options;
    this.#options = options;
    this.#clients = new Clients(clock, ids, options.fetchDocument, options.ownRedirect);
    this.#grants = new Grants(clock, ids, lifeMs);
    this.#tickets = new Expiring(clock, MOST_TICKETS);
  }

  /** What an access token allows, as long as it lives. */
  allowed(token: string): Allowed | undefined {
    return this.#grants.allowed(token);
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case 'GET /.well-known/oauth-authorization-server':
        return json(200, this.#metadata());
      case 'GET /consent.css':
        return new Response(CONSENT_CSS, {
          headers: { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
        });
      case 'POST /register':
        return this.#register(request);
      case 'GET /authorize':
        return this.#ask(new URL(request.url).searchParams);
      case 'POST /authorize':
        return this.#decide(request);
      case 'POST /token':
        return answerToken(request, {
          clients: this.#clients,
          grants: this.#grants,
          resources: this.#options.resources,
        });
      default:
        return new Response('Not found. The metadata are at /.well-known/oauth-authorization-server.\n', {
          status: 404,
          headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        });
    }
  }

  #metadata() {
    const { issuer } = this.#options;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      scopes_supported: [...SCOPES.keys()],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    };
  }

  async #register(request: Request): Promise<Response> {
    const refuse = (status: number, error: string, error_description: string): Response =>
      json(status, { error, error_description });
    // A page cannot send JSON to a stranger without asking first, and nobody is allowed here: no page registers anything.
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== this.#options.issuer)
      return refuse(403, 'access_denied', 'a page of another origin registers nothing here');
    if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
      return refuse(415, 'invalid_client_metadata', 'the body must be application/json');
    const text = await smallBody(request);
    const parsed = text === undefined ? undefined : parseJson(text);
    if (parsed?.ok !== true) return refuse(400, 'invalid_client_metadata', 'the body is no JSON');
    try {
      return json(201, this.#clients.register(parsed.value));
    } catch (error) {
      if (error instanceof TooManyClients)
        return refuse(
          429,
          'temporarily_unavailable',
          'too many clients have registered; try again in an hour',
        );
      if (!(error instanceof RegistrationError)) throw error;
      return refuse(400, error.code, error.message);
    }
  }

  async #ask(query: URLSearchParams): Promise<Response> {
    const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
    if (repeated !== undefined) return html(400, refusalPage(`The parameter ${repeated} is there twice.`));
    const client = await this.#clients
      .find(query.get('client_id') ?? '')
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (client instanceof Error) return html(400, refusalPage(`The client is refused: ${client.message}.`));
    if (client === undefined)
      return html(
        400,
        refusalPage('This client is not known here. It may have been registered before a restart.'),
      );
    const redirectUri = query.get('redirect_uri') ?? '';
    // Nothing is ever sent to a URI that was not registered, by its very letters (OAuth 2.1, 4.1.1).
    if (!client.redirectUris.includes(redirectUri))
      return html(400, refusalPage('The redirect URI is not among those that the client has registered.'));
    const state = query.get('state');
    const scope = readScope(query.get('scope'));
    const resource = query.get('resource') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    const refuse = (error: string, description: string): Response =>
      this.#back(redirectUri, { error, error_description: description, state });
    if (query.get('response_type') !== 'code') return refuse('unsupported_response_type', 'code alone');
    if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
      return refuse('invalid_request', 'PKCE with S256 is needed');
    if (scope === undefined) return refuse('invalid_scope', 'the scope has an unknown name');
    if (!this.#options.resources.has(resource))
      return refuse('invalid_target', 'resource must name the MCP endpoint');
    const ticket = Buffer.from(this.#options.ids.bytes(24)).toString('base64url');
    this.#tickets.set(
      ticket,
      { client, redirectUri, state, challenge, scope, resource },
      CONSENT_MS,
      client.id,
    );
    return html(
      200,
      consentPage({ ticket, client, redirectUri, resource, scope }),
      // Browsers hold the redirect after a form to this, too.
      `'self' ${new URL(redirectUri).origin}`,
    );
  }

  async #decide(request: Request): Promise<Response> {
    // A foreign page cannot press the button for a person.
    if (request.headers.get('origin') !== this.#options.issuer)
      return html(403, refusalPage('The answer did not come from the page of consent.'));
    const form = new URLSearchParams((await smallBody(request)) ?? '');
    const asking = this.#tickets.take(form.get('ticket') ?? '');
    if (asking === undefined)
      return html(400, refusalPage('This question was answered already, or it has waited too long.'));
    const { client, redirectUri, state, challenge, scope, resource } = asking;
    const person = form.get('person') ?? '';
    if (form.get('decision') !== 'allow' || !PEOPLE.has(person))
      return this.#back(redirectUri, {
        error: 'access_denied',
        error_description: 'the person refused',
        state,
      });
    this.#clients.allowed(client.id);
    const code = this.#grants.code({ clientId: client.id, person, scope, resource, redirectUri, challenge });
    return this.#back(redirectUri, { code, state });
  }

  /** Sends the browser back, always with `iss` (RFC 9207). */
  #back(redirectUri: string, query: Readonly<Record<string, string | null>>): Response {
    const to = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...query, iss: this.#options.issuer }))
      if (value !== null) to.searchParams.set(name, value);
    const headers = { Location: to.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
    return new Response(null, { status: 303, headers });
  }
}

/** @param action where its form may lead */
function html(status: number, text: string, action = "'none'"): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action ${action}; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      // Not "no-referrer": that would take the Origin out of the form that answers.
      'Referrer-Policy': 'same-origin',
    },
  });
}

import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isObject, type JsonValue, own, ownString, parseJson } from '../../protocol/json.ts';
import { isLoopback } from '../host-check.ts';
import { Expiring } from './expiring.ts';

/** A client as the authorisation server knows it. */
export interface Client {
  readonly id: string;
  /** As it calls itself; nobody has checked it. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Undefined for a public client. */
  readonly secret: string | undefined;
  readonly grants: readonly string[];
}

/** More have registered than there is room for; what others have registered stays. */
export class TooManyClients extends Error {
  override readonly name = 'TooManyClients';
}

/** What a registration lacks (RFC 7591, 3.2.2). */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';

  constructor(code: RegistrationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const MOST = 200;
/** How long a client is kept that nobody has allowed anything, ms. */
const UNUSED_MS = 3_600_000;
const MOST_URIS = 10;
const GRANTS = ['authorization_code', 'refresh_token'];

/** Clients that are there from the start: one for people, by its id alone, and one for machines. They protect nothing. */
export const PUBLIC_CLIENT = 'demo-client';
export const MACHINE_CLIENT = 'demo-machine';
export const MACHINE_SECRET = 'demo-machine-secret';

/** Fetches the document that a client id names (client id metadata documents). @throws where it cannot be had */
export type FetchDocument = (url: string) => Promise<string>;

/**
 * Pre-registered and registered clients, and those whose id is the URL of their document. In memory alone. Anybody may register, so a
 * client is kept for good once a person has allowed it something, and a flood of others pushes none out.
 */
export class Clients {
  readonly #ids: Ids;
  readonly #fetchDocument: FetchDocument;
  readonly #known = new Map<string, Client>();
  readonly #unused: Expiring<Client>;

  /** @param ownRedirect where the inspector of this very command is called back */
  constructor(clock: Clock, ids: Ids, fetchDocument: FetchDocument, ownRedirect: string) {
    this.#ids = ids;
    this.#unused = new Expiring(clock, MOST);
    this.#fetchDocument = fetchDocument;
    this.#keep({
      id: PUBLIC_CLIENT,
      name: 'The pre-registered client',
      redirectUris: [ownRedirect],
      secret: undefined,
      grants: GRANTS,
    });
    this.#keep({
      id: MACHINE_CLIENT,
      name: 'The machine',
      redirectUris: [],
      secret: MACHINE_SECRET,
      grants: ['client_credentials'],
    });
  }

  /** @returns the response's body @throws RegistrationError, TooManyClients */
  register(asked: JsonValue): Record<string, JsonValue> {
    const { name, redirectUris } = readMetadata(asked);
    const method = ownString(asked, 'token_endpoint_auth_method') ?? 'client_secret_basic';
    if (!['none', 'client_secret_basic', 'client_secret_post'].includes(method))
      throw new RegistrationError(
        'invalid_client_metadata',
        `no token_endpoint_auth_method "${method}" here`,
      );
    if (this.#unused.isFull()) throw new TooManyClients();
    const secret = method === 'none' ? undefined : this.#random();
    const id = this.#random();
    this.#unused.set(id, { id, name, redirectUris, secret, grants: GRANTS }, UNUSED_MS);
    return {
      client_id: id,
      client_name: name,
      redirect_uris: [...redirectUris],
      grant_types: GRANTS,
      response_types: ['code'],
      token_endpoint_auth_method: method,
      ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    };
  }

  /** @throws Error with a reason for people where a document cannot be had or does not fit */
  async find(id: string): Promise<Client | undefined> {
    const found = this.#known.get(id) ?? this.#unused.get(id);
    if (found !== undefined || !isDocumentUrl(id)) return found;
    const parsed = parseJson(await this.#fetchDocument(id));
    if (!parsed.ok) throw new Error('the document of this client id is no JSON');
    if (ownString(parsed.value, 'client_id') !== id)
      throw new Error('the client_id in the document is not the URL that it was fetched from');
    const { name, redirectUris } = readMetadata(parsed.value);
    return { id, name, redirectUris, secret: undefined, grants: GRANTS };
  }

  /** A person has allowed it something: it stays. */
  allowed(id: string): void {
    const client = this.#unused.take(id);
    if (client !== undefined) this.#keep(client);
  }

  #keep(client: Client): void {
    this.#known.set(client.id, client);
    // The two of the start stay; of the others the oldest goes.
    if (this.#known.size <= MOST + 2) return;
    const oldest = [...this.#known.keys()][2];
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  #random(): string {
    return Buffer.from(this.#ids.bytes(18)).toString('base64url');
  }
}

/** Names and addresses as DNS and URLs have them: what else a URL parser takes (";", ",", "'") would say more in a policy or a list. */
const PLAIN_HOST = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)$/;
/** Blanks and line breaks, which a URL parser drops, and what one program reads as a slash and another as a quote or a mark. */
const ODD = /[\s\p{Cc}\\"'<>^`{|}]/u;

/** https with a path, as the specification wants it. */
export function isDocumentUrl(id: string): boolean {
  const url = id.startsWith('https://') && URL.canParse(id) ? new URL(id) : undefined;
  if (url === undefined || url.href !== id || url.username !== '' || url.password !== '') return false;
  return url.pathname !== '/' && url.hash === '' && PLAIN_HOST.test(url.hostname);
}

function readMetadata(asked: JsonValue): Pick<Client, 'name' | 'redirectUris'> {
  const uris = isObject(asked) ? own(asked, 'redirect_uris') : undefined;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_URIS)
    throw new RegistrationError('invalid_redirect_uri', `redirect_uris must name 1 to ${MOST_URIS} URLs`);
  const redirectUris = uris.map((uri) => {
    if (typeof uri === 'string' && isRedirect(uri)) return uri;
    throw new RegistrationError(
      'invalid_redirect_uri',
      'a redirect URI must be https, or http on this machine, without a fragment',
    );
  });
  const name = ownString(asked, 'client_name') ?? 'A client without a name';
  if (name.length > 200)
    throw new RegistrationError('invalid_client_metadata', 'client_name has more than 200 characters');
  return { name, redirectUris };
}

/** https, or http on this machine; by its very letters what a browser will be sent to. */
function isRedirect(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#') || ODD.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const local = isLoopback(hostname.replace(/^\[|\]$/g, ''));
  return (
    username === '' &&
    password === '' &&
    PLAIN_HOST.test(hostname) &&
    (protocol === 'https:' || (protocol === 'http:' && local))
  );
}

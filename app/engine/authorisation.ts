import type { Problem } from '../../server/protocol/problem.ts';

/** A client that somebody registered with an authorisation server beforehand. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The server that it was registered with; absent: the first one that the endpoint names, and from then on no other. */
  readonly issuer?: string;
}

/** How a token is to be had (2026-07-28, "Authorization"; the last three are the specification's extensions). */
export type Grant =
  /** A person signs in at the authorisation server and is sent back to `redirectUrl`. */
  | {
      readonly kind: 'person';
      readonly redirectUrl: string;
      /** The https URL of a client id metadata document, for servers that take one. */
      readonly clientMetadataUrl?: string;
      readonly client?: RegisteredClient;
    }
  | {
      readonly kind: 'client-secret';
      readonly client: RegisteredClient & { readonly clientSecret: string };
    }
  /** `privateKey`: PKCS#8 in PEM; `algorithm`: of JWS, such as ES256. */
  | {
      readonly kind: 'private-key';
      readonly client: RegisteredClient;
      readonly privateKey: string;
      readonly algorithm: string;
    }
  /** The organisation's identity provider vouches for the person: its ID token is exchanged for a grant, and that for a token. */
  | {
      readonly kind: 'enterprise';
      readonly client: RegisteredClient & { readonly clientSecret: string };
      readonly identityProvider: {
        readonly tokenEndpoint: string;
        readonly clientId: string;
        readonly idToken: string;
      };
    };

/** Where an attempt stands. `redirect`: the person is to open `url`, and `finishAuthorisation` takes where it led to. */
export type Authorisation =
  | { readonly state: 'authorised'; readonly scope: string | undefined }
  | { readonly state: 'redirect'; readonly url: string }
  | { readonly state: 'failed'; readonly problem: Problem };

/** What an endpoint said when it refused a request for lack of a token or scope; all of it is the server's word. */
export interface Challenge {
  readonly status: 401 | 403;
  /** The `WWW-Authenticate` header, '' where there was none. */
  readonly header: string;
  /** The exchange in the log that shows it. */
  readonly exchange: string;
}

/**
 * Where the secrets of an endpoint's authorisation are kept, so that a reload, or a sign-in in this very tab, finds them again. Text of a
 * shape that is the engine's own; undefined forgets it.
 */
export interface SecretMemory {
  get(endpoint: string): string | undefined;
  set(endpoint: string, text: string | undefined): void;
}

/** Nothing outlives the page. */
export const NO_SECRETS: SecretMemory = { get: () => undefined, set: () => undefined };

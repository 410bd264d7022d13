import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import type { Problem } from '../../../../server/protocol/problem.ts';
import { Unreached } from './auth-fetch.ts';

const READ = 'Read the requests of the authorisation in the traffic list.';

function problem(code: string, message: string, next: string, detail?: string): Problem {
  return { kind: 'http', code, message, next, ...(detail === undefined || detail === '' ? {} : { detail }) };
}

/** What an attempt failed of, from what the OAuth functions threw. */
export function authProblem(error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof IssuerMismatchError)
    // What came back may be an attacker's choice, so it is not quoted.
    return error.kind === 'metadata'
      ? problem(
          'issuer-mismatch',
          `The metadata says another issuer than ${error.expected}, where they were found.`,
          'Do not go on: its issuer must be the URL that its metadata belong to (RFC 8414).',
        )
      : problem(
          'wrong-issuer',
          `The sign-in did not come back from ${error.expected}.`,
          'Do not go on: another server may have mixed itself in (RFC 9207).',
        );
  if (error instanceof AuthorizationServerMismatchError)
    return problem(
      'other-server',
      'The endpoint names another authorisation server than the one these credentials belong to.',
      'Begin anew, and register with that server; credentials never go from one to another.',
    );
  if (error instanceof RegistrationRejectedError)
    return problem(
      'registration-refused',
      `The authorisation server refused to register this client (HTTP ${error.status}).`,
      'Register a client there by hand and give its id.',
      error.body,
    );
  if (error instanceof InsecureTokenEndpointError)
    return problem(
      'insecure-token-endpoint',
      'The token endpoint is neither https nor on this machine.',
      'Nothing secret is sent to it; its server must offer https.',
    );
  if (error instanceof Unreached) return unreached(error);
  if (error instanceof OAuthError)
    return problem('oauth', `The authorisation server refused: ${error.code}.`, READ, text);
  if (/code challenge method/i.test(text)) return noPkce();
  if (/resource .*does not match|Protected resource/i.test(text))
    return problem(
      'resource-mismatch',
      'The resource metadata are those of another resource than this endpoint.',
      'A token for it must not be asked for: the metadata must name this endpoint (RFC 9728).',
      text,
    );
  return problem('authorisation', 'The authorisation failed.', READ, text);
}

/** A page is kept from most authorisation servers, which send no CORS headers; the bridge is not. */
function unreached({ url, problem: known }: Unreached): Problem {
  const message = `${new URL(url).host} could not be reached.`;
  if (known?.code !== 'unreachable')
    return problem('unreached', message, known?.next ?? READ, known?.message);
  return problem(
    'unreached',
    message,
    'Authorisation servers rarely let pages in (CORS). Open the link that the terminal shows, so that the bridge of the taskscope ' +
      'command sends these requests; without that command, get a token elsewhere and set it under "Endpoint options".',
    known.message,
  );
}

export function noPkce(): Problem {
  return problem(
    'no-pkce',
    'The metadata of the authorisation server do not say that it knows PKCE with S256.',
    'Do not go on: without it a stolen code is worth a token. Its metadata must name S256 in code_challenge_methods_supported.',
  );
}

export function notAwaited(): Problem {
  return problem('not-awaited', 'No sign-in of this endpoint is awaited.', 'Begin the authorisation again.');
}

export function wrongState(): Problem {
  return problem(
    'wrong-state',
    'What came back is not the answer to this sign-in: its state differs.',
    'Nothing of it was used. Begin the authorisation again.',
  );
}

export function denied(code: string): Problem {
  // Only what RFC 6749 allows there is shown.
  const shown = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,80}$/.test(code) ? code : 'an unreadable error';
  return problem(
    'denied',
    `The sign-in ended with ${shown}.`,
    'Begin again, or give another account the permission.',
  );
}

export function notOpenable(): Problem {
  return problem(
    'not-openable',
    'The authorisation server names a page that is neither https nor on this machine.',
    'It is not opened. Its authorization_endpoint must be an https URL.',
  );
}

export function scopeRefused(scope: string): Problem {
  return problem(
    'scope-refused',
    `A token with the scope "${scope}" was had, and the endpoint asks for that very scope again.`,
    'Asking again does not help: the account lacks a permission, or the server does not know its own scopes.',
  );
}

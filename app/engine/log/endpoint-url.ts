import type { Problem } from '../../../server/protocol/problem.ts';
import { stdioEndpoint, stdioName } from '../../../server/protocol/stdio-endpoint.ts';

/** Query parameters that look like credentials: they may be in a URL that a person pastes, and never in the log. */
const TOKEN_LIKE =
  /^(access_?token|refresh_?token|id_?token|token|auth|authorization|bearer|jwt|api_?key|apikey|key|secret|client_?secret|password|passwd|pwd|sig|signature|session|sessionid|code|x-amz-.*)$/i;

export type ReadEndpoint =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Normalises what a person typed into an endpoint: absolute http(s) URL without fragment, or `stdio:` and the name of a server. User info and token-like query
 * parameters are refused, not dropped: with them dropped the server would answer something else than was meant.
 * Neither the URL nor the parameter's value is repeated in the problem.
 */
export function readEndpoint(typed: string): ReadEndpoint {
  const text = typed.trim();
  const name = stdioName(text);
  if (name !== undefined) return { ok: true, url: stdioEndpoint(name) };
  const parsed = parse(text) ?? (/^[\w.-]+(:\d+)?(\/|$)/.test(text) ? parse(`http://${text}`) : undefined);
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:'))
    return refused(
      'bad-url',
      'This is no http or https URL.',
      'Type the whole address, such as http://127.0.0.1:6280/mcp.',
    );
  if (parsed.username !== '' || parsed.password !== '')
    return refused(
      'credentials-in-url',
      'The URL carries a user name or password.',
      'Take them out of the URL: it would be stored, copied and sent to logs.',
    );
  const token = [...parsed.searchParams.keys()].find((name) => TOKEN_LIKE.test(name));
  if (token !== undefined)
    return refused(
      'credentials-in-url',
      `The query parameter "${token}" looks like a credential.`,
      'Take it out of the URL: it would be stored, copied and sent to logs.',
    );
  parsed.hash = '';
  return { ok: true, url: parsed.href };
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) && /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? new URL(text) : undefined;
}

function refused(code: string, message: string, next: string): ReadEndpoint {
  return { ok: false, problem: { kind: 'http', code, message, next } };
}

/** How a request to an endpoint begins, for eyes: `POST /mcp`, or the server on stdio that gets it. */
export function requestLine(endpoint: string): string {
  const name = stdioName(endpoint);
  if (name !== undefined) return `to the standard input of ${name}`;
  const { pathname, search } = new URL(endpoint);
  return `POST ${pathname}${search}`;
}

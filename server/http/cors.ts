import { SESSION_HEADER } from '../protocol/era.ts';
import type { Generations } from './generations.ts';

const REQUEST_HEADERS = [
  'Content-Type',
  'Accept',
  'Authorization',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
];
const EXPOSED = ['WWW-Authenticate', 'Allow', 'Retry-After', 'Content-Type'];

/** What a mount takes: only the one with sessions has streams to GET and sessions to DELETE. */
function methodsOf(generations: Generations): string {
  return generations === 'current' ? 'POST, OPTIONS' : 'GET, POST, DELETE, OPTIONS';
}

function ofSessions(generations: Generations, ...names: readonly string[]): readonly string[] {
  return generations === 'current' ? [] : names;
}

/** The answer to OPTIONS: a preflight where the origin may read answers, a plain Allow where there is none to ask for. */
export function preflight(request: Request, origin: string | undefined, generations: Generations): Response {
  const methods = methodsOf(generations);
  const headers = new Headers({ Allow: methods });
  if (origin !== undefined) {
    const asked = (request.headers.get('access-control-request-headers') ?? '')
      .split(',')
      .map((name) => name.trim());
    // Parameters that a tool mirrors have names that nobody knows beforehand (Streamable HTTP, "Custom Headers").
    const mirrored = asked.filter((name) => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name));
    headers.set('Access-Control-Allow-Methods', methods);
    const session = ofSessions(generations, SESSION_HEADER, 'Last-Event-ID');
    const names = [...REQUEST_HEADERS, ...session, ...mirrored];
    headers.set('Access-Control-Allow-Headers', names.join(', '));
    headers.set('Access-Control-Max-Age', '600');
    if (request.headers.get('access-control-request-private-network') === 'true')
      headers.set('Access-Control-Allow-Private-Network', 'true');
  }
  return withCors(new Response(null, { status: 204, headers }), origin, generations);
}

/** The refusal of every other method (R58: there is no GET stream and no session to DELETE). */
export function wrongMethod(generations: Generations): Response {
  const methods = methodsOf(generations);
  const body =
    generations === 'current'
      ? 'The MCP endpoint takes POST only: there is no GET stream and no session.\n'
      : `This MCP endpoint takes ${methods}.\n`;
  return new Response(body, {
    status: 405,
    headers: { Allow: methods, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** Adds the headers that let `origin` read the response. */
export function withCors(response: Response, origin: string | undefined, generations: Generations): Response {
  if (origin === undefined) return response;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set(
    'Access-Control-Expose-Headers',
    [...EXPOSED, ...ofSessions(generations, SESSION_HEADER)].join(', '),
  );
  response.headers.append('Vary', 'Origin');
  return response;
}

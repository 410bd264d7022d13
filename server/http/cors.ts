import type { Answer, Asked } from '../ports/exchange.ts';
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
export function preflight(asked: Asked, origin: string | undefined, generations: Generations): Answer {
  const methods = methodsOf(generations);
  const headers: Record<string, string> = { Allow: methods };
  if (origin !== undefined) {
    const wanted = (asked.headers.get('access-control-request-headers') ?? '')
      .split(',')
      .map((name) => name.trim());
    // Parameters that a tool mirrors have names that nobody knows beforehand (Streamable HTTP, "Custom Headers").
    const mirrored = wanted.filter((name) => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name));
    headers['Access-Control-Allow-Methods'] = methods;
    const session = ofSessions(generations, SESSION_HEADER, 'Last-Event-ID');
    const names = [...REQUEST_HEADERS, ...session, ...mirrored];
    headers['Access-Control-Allow-Headers'] = names.join(', ');
    headers['Access-Control-Max-Age'] = '600';
    if (asked.headers.get('access-control-request-private-network') === 'true')
      headers['Access-Control-Allow-Private-Network'] = 'true';
  }
  return withCors({ status: 204, headers, body: null }, origin, generations);
}

/** The refusal of every other method (R58: there is no GET stream and no session to DELETE). */
export function wrongMethod(generations: Generations): Answer {
  const methods = methodsOf(generations);
  const body =
    generations === 'current'
      ? 'The MCP endpoint takes POST only: there is no GET stream and no session.\n'
      : `This MCP endpoint takes ${methods}.\n`;
  return { status: 405, headers: { Allow: methods, 'Content-Type': 'text/plain; charset=utf-8' }, body };
}

/** The headers that let `origin` read an answer. */
export function corsHeaders(origin: string, generations: Generations): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': [...EXPOSED, ...ofSessions(generations, SESSION_HEADER)].join(', '),
    Vary: 'Origin',
  };
}

/** Adds the headers that let `origin` read the answer; without an origin there are none to add. */
export function withCors(answer: Answer, origin: string | undefined, generations: Generations): Answer {
  if (origin === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, ...corsHeaders(origin, generations) } };
}

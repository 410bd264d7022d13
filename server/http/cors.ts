const ALLOW = 'POST, OPTIONS';
const REQUEST_HEADERS = [
  'Content-Type',
  'Accept',
  'Authorization',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
];
const EXPOSED = ['WWW-Authenticate', 'Allow', 'Retry-After', 'Content-Type'];

/** The answer to OPTIONS: a preflight where the origin may read answers, a plain Allow where there is none to ask for. */
export function preflight(request: Request, origin: string | undefined): Response {
  const headers = new Headers({ Allow: ALLOW });
  if (origin !== undefined) {
    const asked = (request.headers.get('access-control-request-headers') ?? '')
      .split(',')
      .map((name) => name.trim());
    // Parameters that a tool mirrors have names that nobody knows beforehand (Streamable HTTP, "Custom Headers").
    const mirrored = asked.filter((name) => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name));
    headers.set('Access-Control-Allow-Methods', ALLOW);
    headers.set('Access-Control-Allow-Headers', [...REQUEST_HEADERS, ...mirrored].join(', '));
    headers.set('Access-Control-Max-Age', '600');
    if (request.headers.get('access-control-request-private-network') === 'true')
      headers.set('Access-Control-Allow-Private-Network', 'true');
  }
  return withCors(new Response(null, { status: 204, headers }), origin);
}

/** The refusal of every other method (R58: there is no GET stream and no session to DELETE). */
export function wrongMethod(): Response {
  const body = 'The MCP endpoint takes POST only: there is no GET stream and no session.\n';
  return new Response(body, {
    status: 405,
    headers: { Allow: ALLOW, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** Adds the headers that let `origin` read the response. */
export function withCors(response: Response, origin: string | undefined): Response {
  if (origin === undefined) return response;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', EXPOSED.join(', '));
  response.headers.append('Vary', 'Origin');
  return response;
}

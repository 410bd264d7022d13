import { type Context, Hono } from 'hono';
import type { JsonObject } from '../protocol/json.ts';
import { complain } from './complaint.ts';
import type { Readable } from './demo.ts';
import { isKey, KEY_HEADER } from './key.ts';
import { HEALTH_PATH } from './liveness.ts';
import { SECURITY_HEADERS } from './policy.ts';
import type { Site } from './site.ts';

export interface MountOptions {
  /** The MCP endpoints, served for every method; they differ by path. They check the Origin themselves. */
  readonly mcp: (request: Request) => Promise<Response>;
  /** The resource metadata at a path where the endpoints are protected. */
  readonly resourceMetadata?: (path: string) => Promise<JsonObject | undefined>;
  readonly site: Site;
  readonly key: string;
  readonly version: string;
  readonly bootId: string;
  /** Lets a page read an answer that the endpoints failed to give. */
  readonly readable: Readable;
  /** What `/api/status` tells to those who have the key. */
  readonly status: () => Promise<JsonObject>;
}

/** The endpoints: the current surface, 2025-11-25, and both (requirements, "Mounts"). */
export const MCP_PATHS: readonly string[] = ['/mcp', '/mcp/legacy', '/mcp/dual'];

const NOT_BUILT = 'The page is not built. Run "npm run build", then reload. The demo server is at /mcp.\n';

/**
 * All routes of the command: `/mcp` and its two siblings, `/api/health` (version and boot id, open to all of this machine), `/api/status` (with the
 * key alone) and the page. The Host has been checked before (listen.ts).
 */
export function createMount(options: MountOptions): (request: Request) => Promise<Response> {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    secure(c.res);
  });
  app.get(HEALTH_PATH, (c) =>
    c.json({ taskscope: options.version, bootId: options.bootId }, 200, { 'Cache-Control': 'no-store' }),
  );
  app.get('/api/status', async (c) => {
    if (!isKey(c.req.header(KEY_HEADER), options.key)) {
      return c.text('Open the link that the terminal shows: it carries the key.\n', 401);
    }
    return c.json(await options.status(), 200, { 'Cache-Control': 'no-store' });
  });
  app.get('/.well-known/*', async (c) => {
    const found = await options.resourceMetadata?.(new URL(c.req.url).pathname);
    if (found === undefined) return c.text('Not found.\n', 404, { 'Cache-Control': 'no-store' });
    return options.readable(c.req.raw, c.json(found, 200, { 'Cache-Control': 'no-store' }));
  });
  app.get('*', (c) => page(c, options.site));
  app.all('*', (c) => c.text('Only GET and HEAD here; MCP is at /mcp.\n', 405, { Allow: 'GET, HEAD' }));
  app.onError(failed);
  // Beside the routes: what is asked thousands of times a second takes no detour, and its answers carry their own headers.
  return async (request) =>
    isMcp(request.url)
      ? options.mcp(request).catch((error) => options.readable(request, failed(error)))
      : await app.fetch(request);
}

/** The answer where a bug or a broken part kept us from another one. */
export function failed(error: unknown): Response {
  complain(error);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
  return new Response('The server failed to answer: its terminal shows why.\n', { status: 500, headers });
}

/** Whether an absolute URL names one of the endpoints, by its very letters. */
export function isMcp(url: string): boolean {
  const query = url.indexOf('?');
  return MCP_PATHS.includes(
    url.slice(url.indexOf('/', url.indexOf('//') + 2), query < 0 ? undefined : query),
  );
}

async function page(c: Context, site: Site): Promise<Response> {
  const path = new URL(c.req.url).pathname;
  const answer = await site.answer({
    path,
    acceptEncoding: c.req.header('Accept-Encoding'),
    ifNoneMatch: c.req.header('If-None-Match'),
  });
  if (answer !== undefined) return answer;
  return c.text(path === '/' ? NOT_BUILT : 'Not found.\n', 404, { 'Cache-Control': 'no-store' });
}

function secure(response: Response): void {
  for (const [name, value] of SECURITY_HEADERS) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
}

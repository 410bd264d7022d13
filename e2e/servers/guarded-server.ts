import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock } from '../../server/node/clock.ts';
import { CryptoIds } from '../../server/node/ids.ts';
import { AuthorisationServer } from '../../server/node/protected/authorisation-server.ts';
import { guarded, resourceMetadata } from '../../server/node/protected/guard.ts';
import type { TinyServer } from './tiny-server.ts';

type Answers = (request: Request) => Promise<Response>;

/** Serves `answers` on a free port; where `cors` says so, any page may ask and read. */
async function serve(answers: Answers, cors: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const opened = cors();
      if (opened) {
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.setHeader(
          'Access-Control-Allow-Headers',
          request.headers['access-control-request-headers'] ?? '',
        );
        response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate');
      }
      if (request.method === 'OPTIONS') return void response.writeHead(opened ? 204 : 405).end();
      const answer = await answers(await webRequest(request, opened));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function webRequest(request: IncomingMessage, opened: boolean): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  // One that lets pages in lets them register.
  if (opened && request.url === '/register') headers.delete('origin');
  const { method = 'GET', url = '/' } = request;
  const body = method === 'POST' ? Buffer.concat(chunks) : null;
  return new Request(new URL(url, `http://${request.headers.host}`), { method, headers, body });
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** An endpoint behind the demo's authorisation server, both of which let pages in, as the demo's own does not. */
export class GuardedServer {
  /** Whether the authorisation server lets pages in. */
  cors = true;
  readonly endpoint: string;
  readonly issuer: string;
  readonly #servers: readonly Server[];

  private constructor(servers: readonly Server[], endpoint: string, issuer: string) {
    this.#servers = servers;
    this.endpoint = endpoint;
    this.issuer = issuer;
  }

  /** @param documents client id metadata documents by their URL @param behind what a token lets through to */
  static async start(
    documents: Readonly<Record<string, string>>,
    behind: TinyServer,
  ): Promise<GuardedServer> {
    let issuing: AuthorisationServer | undefined;
    let guard: Answers = async () => new Response(null, { status: 503 });
    let made: GuardedServer | undefined;
    const forIssuer = await serve(
      async (request) => (await issuing?.fetch(request)) ?? new Response(null, { status: 503 }),
      () => made?.cors === true,
    );
    const forEndpoint = await serve(
      (request) => guard(request),
      () => true,
    );
    const [origin, issuer] = [originOf(forEndpoint), originOf(forIssuer)];
    issuing = new AuthorisationServer({
      ...{ issuer, lifeMs: 600_000, clock: new SystemClock(), ids: new CryptoIds() },
      resources: new Set([`${origin}/mcp`]),
      ownRedirect: `${origin}/unused`,
      fetchDocument: async (url) => documents[url] ?? Promise.reject(new Error('nothing is there')),
    });
    const allowed = (token: string) => issuing?.allowed(token);
    const next: Answers = async (request) =>
      fetch(behind.url, { method: 'POST', headers: request.headers, body: await request.text() });
    const asked = guarded({ origin, issuer, allowed, next, readable: (_, response) => response });
    guard = async (request) => {
      const metadata = resourceMetadata(new URL(request.url).pathname, { origin, issuer }, ['/mcp']);
      return metadata === undefined ? asked(request) : Response.json(metadata);
    };
    made = new GuardedServer([forIssuer, forEndpoint], `${origin}/mcp`, issuer);
    return made;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }
}

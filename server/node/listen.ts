import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../ports/clock.ts';
import type { Answer, Asked } from '../ports/exchange.ts';
import { UnderWay } from '../ports/under-way.ts';
import { complain } from './complaint.ts';
import type { Readable } from './demo.ts';
import { allowedHosts, type Bound, canonicalOrigin, hostProblem } from './host-check.ts';
import { HEALTH_PATH } from './liveness.ts';
import { drainRest, NodeAsked, send } from './plain-exchange.ts';
import { SECURITY_HEADERS } from './policy.ts';
import { onWebSocket, refuseSocket, type TakeSocket } from './upgrade.ts';

/** How long a client may take, ms. A response, and so a listen, may take as long as it likes. */
export interface Patience {
  /** To send all headers. */
  readonly headersMs: number;
  /** To send all of a request with its body. */
  readonly requestMs: number;
  /** How often connections are looked at for this: a slow one may live so much longer. */
  readonly lookMs: number;
}
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 60_000, lookMs: 5_000 };
const KEEP_ALIVE_MS = 30_000;

const STOPPING = 'The server is stopping.\n';

export interface Listening {
  readonly bound: Bound;
  readonly origin: string;
  /** The values of a Host header that are let in. */
  readonly hosts: ReadonlySet<string>;
  /** From now on new requests get a 503; those under way go on. */
  drain(): void;
  /** Waits until the requests under way are over, at most `graceMs`. */
  idle(graceMs: number): Promise<void>;
  /** Ends all connections and the listening. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Serves those who ask for a WebSocket, on any path; left out, nothing does. */
  readonly take?: TakeSocket;
  /**
   * Answers some requests without the web's objects, by a promise; undefined leaves a request to `handle`. For what is asked thousands
   * of times a second.
   */
  readonly plain?: ((asked: Asked) => Promise<Answer> | undefined) | undefined;
  /** Values of a Host header that are let in beside those of the address itself: a gateway's in front. */
  readonly alsoHosts?: readonly string[];
  /** Left out: 10 s for the headers, 60 s for the whole request. */
  readonly patience?: Patience;
  /** Lets a page read what is answered in the place of `handle`; left out, no page can. */
  readonly readable?: Readable;
  /**
   * True replaces the global Request and Response by lighter ones of the same kind, which are sent without a stream in between: for a
   * process that is ours alone, never for one that only tests something with us.
   */
  readonly ownProcess?: boolean | undefined;
}

/**
 * Serves `handle` over HTTP on one address. Every request's Host is checked here, before anything else looks at it (attack 1).
 * Responses are sent as they are made, and a client that goes away aborts its request's signal.
 * @param at host name or address without brackets; port 0 takes a free one
 * @throws the system's error where the address cannot be had (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`)
 */
export async function listen(
  at: Bound,
  clock: Clock,
  handle: (request: Request) => Promise<Response>,
  {
    take,
    plain,
    alsoHosts = [],
    patience = PATIENCE,
    readable = (_request, response) => response,
    ownProcess = false,
  }: ListenOptions = {},
): Promise<Listening> {
  const open = new UnderWay<ServerResponse>();
  let hosts: ReadonlySet<string> = new Set();
  let draining = false;
  const answer = getRequestListener(handle, { overrideGlobalObjects: ownProcess });
  const saying = (status: number, text: string) =>
    getRequestListener(async (request) => readable(request, new Response(text, refusal(status, text))), {
      overrideGlobalObjects: ownProcess,
    });
  const stopping = saying(503, STOPPING);
  const broken = saying(500, 'The server failed to answer: its terminal shows why.\n');
  const unexpected = saying(417, 'Only Expect: 100-continue is known.\n');
  const isLetIn = (request: IncomingMessage, response: ServerResponse): boolean => {
    const problem = hostProblem(request.rawHeaders, request.url ?? '', hosts);
    if (problem !== undefined) refuse(response, 403, `Refused: ${problem}.\n`);
    return problem === undefined;
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isLetIn(request, response)) return;
    if (draining && request.url !== HEALTH_PATH) {
      void stopping(request, response);
      return;
    }
    const place = open.enter(response);
    const asked = plain && new NodeAsked(request);
    const answering = asked && plain(asked);
    response.on('close', () => {
      open.leave(place);
      if (answering === undefined) return;
      if (!response.writableFinished) asked?.signal.abort();
      drainRest(request, clock);
    });
    if (answering === undefined) return void answer(request, response);
    const failed = (error: unknown): void => {
      // Told in full on the terminal alone. In the middle of an answer there is nothing left to say.
      complain(error);
      if (response.headersSent || response.destroyed) response.destroy();
      else void broken(request, response);
    };
    answering.then((made) => send(response, made, failed), failed);
  };
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.lookMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.on('request', serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isLetIn(request, response)) return;
    response.writeContinue();
    serve(request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    if (isLetIn(request, response)) void unexpected(request, response);
  });
  onWebSocket(server, (request, socket, head) => {
    const problem = hostProblem(request.rawHeaders, request.url ?? '', hosts);
    if (problem !== undefined) refuseSocket(socket, '403 Forbidden', `Refused: ${problem}.`);
    else if (draining) refuseSocket(socket, '503 Service Unavailable', STOPPING.trim());
    else if (take === undefined) refuseSocket(socket, '404 Not Found', 'There is no WebSocket here.');
    else take(request, socket, head);
  });
  const bound = await bind(server, at);
  hosts = new Set([...allowedHosts(bound), ...alsoHosts]);
  return {
    bound,
    origin: canonicalOrigin(bound),
    hosts,
    drain() {
      draining = true;
    },
    idle: (graceMs) => allClosed(open, clock, graceMs),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function bind(server: Server, at: Bound): Promise<Bound> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.off('error', reject);
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : at.port;
      resolve({ host: at.host, port });
    });
  });
}

function allClosed(open: UnderWay<ServerResponse>, clock: Clock, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(graceMs, resolve);
    const check = (): void => {
      if (open.size > 0) return;
      cancel();
      resolve();
    };
    // Each response's own 'close' handler, which takes it out of these, was added before this one.
    for (const response of open.all()) response.on('close', check);
    check();
  });
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, refusal(status, text).headers);
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

function refusal(status: number, text: string) {
  return {
    status,
    headers: {
      ...Object.fromEntries(SECURITY_HEADERS),
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      Connection: 'close',
    },
  };
}

import type { Owner } from '../ports/task-store.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { type JsonValue, parseJson } from '../protocol/json.ts';
import {
  errorResponse,
  type RequestId,
  type RpcRequest,
  readMessage,
  resultResponse,
} from '../protocol/jsonrpc.ts';
import { CallCancelled, type IncomingCall, type Reply } from '../rpc/call.ts';
import type { Outcome, SessionSurface } from '../rpc/surface.ts';
import { accepts, isJson, readBody } from './body.ts';
import { preflight, withCors, wrongMethod } from './cors.ts';
import { openEnvelope } from './envelope.ts';
import { eraOn, type Generations, generationsAt, versionsOn, visitOf } from './generations.ts';
import { type OriginPolicy, standing } from './origin.ts';
import { principalOf } from './principal.ts';
import { type OpenStreams, sse } from './sse.ts';

export interface HandlerOptions {
  readonly dispatch: (call: IncomingCall) => Promise<Reply>;
  readonly supportedVersions: readonly string[];
  /** Serves the generation with sessions, at paths that end with `/legacy` or `/dual`. */
  readonly sessions: SessionSurface;
  readonly origins: OriginPolicy;
  readonly demoTokens: boolean;
}

/** One MCP endpoint. */
export interface Endpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends every open stream with its response, cancels running requests and refuses later ones with 503. */
  readonly shutdown: () => void;
}

/**
 * Streamable HTTP as a web-standard function: the current surface, and by the URL's path the one with sessions. Checks in this order: Host and Origin (403), method (405),
 * credentials (401), Content-Type (415), Accept (406), size (413), JSON (-32700) and JSON-RPC shape (-32600), then the
 * envelope and the dispatcher's own. A notification is answered 202 and has no effect (R20). On the
 * current surface no session is read or made (R1).
 */
export function endpoint(options: HandlerOptions): Endpoint {
  const state: State = { open: new Set(), running: new Set(), ending: false };
  return {
    fetch: async (request) => {
      const standingOf = standing(request, options.origins);
      if (!standingOf.ok) return refusal(403, `Forbidden: ${standingOf.reason}`);
      const generations = generationsAt(request.url);
      if (request.method === 'OPTIONS') return preflight(request, standingOf.cors, generations);
      const response = await serve(request, generations, options, state);
      return withCors(response, standingOf.cors, generations);
    },
    shutdown: () => {
      state.ending = true;
      for (const stream of [...state.open]) stream.finish();
      for (const call of [...state.running]) call.abort();
      options.sessions.shutdown();
    },
  };
}

/** What an endpoint keeps between requests: only the requests that are still open. */
interface State {
  readonly open: OpenStreams;
  readonly running: Set<AbortController>;
  ending: boolean;
}

async function serve(
  request: Request,
  generations: Generations,
  options: HandlerOptions,
  state: State,
): Promise<Response> {
  const { headers, method } = request;
  const ofSession = generations !== 'current' && (method === 'GET' || method === 'DELETE');
  if (method !== 'POST' && !ofSession) return wrongMethod(generations);
  if (state.ending) return unavailable(undefined);
  const owner = principalOf(request, options.demoTokens);
  if (owner === undefined) return unauthorized();
  const visit = visitOf(request, owner);
  const { sessions } = options;
  if (method === 'DELETE') return rendered(sessions.end(visit), request, state);
  if (method === 'GET') {
    if (!accepts(headers.get('accept'), 'text/event-stream'))
      return refusal(406, 'Accept must list text/event-stream');
    return rendered(sessions.get(visit), request, state);
  }
  if (!isJson(headers.get('content-type'))) return refusal(415, 'Content-Type must be application/json');
  const accept = headers.get('accept');
  if (!accepts(accept, 'application/json') || !accepts(accept, 'text/event-stream'))
    return refusal(406, 'Accept must list application/json and text/event-stream');
  const body = await readBody(request);
  if (!body.ok && body.reason === 'too-large') return refusal(413, 'The body is larger than 4 MB');
  const parsed = body.ok
    ? parseJson(body.text)
    : { ok: false as const, reason: 'the body is not UTF-8 or is cut off' };
  if (!parsed.ok) return refusal(400, `Parse error: ${parsed.reason}`, CODES.parse);
  const era = eraOn(generations, request, parsed.value);
  if (era.kind === 'mixed') return refusal(400, era.reason, CODES.headerMismatch, idOf(parsed.value));
  if (era.kind === 'legacy') return rendered(await sessions.post(visit, parsed.value), request, state);
  const read = readMessage(parsed.value);
  if (!read.ok) return refusal(400, `Invalid request: ${read.reason}`, CODES.invalidRequest, read.id);
  const { message } = read;
  if (message.kind === 'notification') return new Response(null, { status: 202 });
  if (message.kind !== 'request')
    return refusal(400, 'Invalid request: a client sends no responses', CODES.invalidRequest);
  const versions = versionsOn(generations, options.supportedVersions);
  return answer(message, owner, request, versions, options, state);
}

async function answer(
  message: RpcRequest,
  owner: Owner,
  request: Request,
  versions: readonly string[],
  { dispatch }: HandlerOptions,
  state: State,
): Promise<Response> {
  const { id, method } = message;
  const call = new AbortController();
  const abort = () => call.abort();
  request.signal.addEventListener('abort', abort, { once: true });
  if (request.signal.aborted) abort();
  state.running.add(call);
  try {
    // Looked up one by one: a list of all of them costs more than the rest of the check.
    const headers = (name: string) => request.headers.get(name) ?? undefined;
    const { params, capabilities } = openEnvelope(message, headers, versions);
    const { signal } = call;
    const reply = await dispatch({ id, method, params, capabilities, owner, signal, headers, versions });
    // A stream that is over, closed by its reader above all, ends what still works on it (R53).
    if (reply.kind === 'stream') return sse(reply.stream, request.signal, state.open, abort);
    return json(200, resultResponse(id, reply.result));
  } catch (error) {
    if (error instanceof RpcError) return json(error.http, errorResponse(id, error.body()));
    if (!(error instanceof CallCancelled)) throw error;
    // The client has gone, so no one reads this status; or the server goes, and says so.
    return state.ending ? unavailable(id) : new Response(null, { status: 499 });
  } finally {
    state.running.delete(call);
    request.signal.removeEventListener('abort', abort);
  }
}

/** What a surface with sessions wants said, as a response. */
function rendered(outcome: Outcome, request: Request, state: State): Response {
  switch (outcome.kind) {
    case 'json':
      return json(outcome.status, outcome.body, outcome.headers);
    case 'empty':
      return new Response(null, { status: outcome.status });
    case 'stream':
      return sse(outcome.stream, request.signal, state.open);
  }
}

/** The id of a body that is refused before its shape is looked at. */
function idOf(body: JsonValue): RequestId | undefined {
  const read = readMessage(body);
  return read.ok ? (read.message.kind === 'request' ? read.message.id : undefined) : read.id;
}

function json(status: number, body: JsonValue, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}

function refusal(
  status: number,
  message: string,
  code: number = CODES.invalidRequest,
  id?: RequestId,
): Response {
  return json(status, errorResponse(id, { code, message }));
}

function unauthorized(): Response {
  const body = errorResponse(undefined, {
    code: CODES.invalidRequest,
    message: 'Unauthorized: unknown credentials',
  });
  return json(401, body, { 'WWW-Authenticate': 'Bearer realm="taskscope-demo", error="invalid_token"' });
}

function unavailable(id: RequestId | undefined): Response {
  const body = errorResponse(id, { code: CODES.internal, message: 'The server is shutting down' });
  return json(503, body, { 'Retry-After': '1' });
}

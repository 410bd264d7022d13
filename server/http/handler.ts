import { type Answer, type Asked, Departure } from '../ports/exchange.ts';
import type { Owner } from '../ports/task-store.ts';
import { UnderWay } from '../ports/under-way.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { type JsonObject, type JsonValue, parseJson } from '../protocol/json.ts';
import {
  errorResponse,
  type RequestId,
  type RpcRequest,
  readMessage,
  resultResponse,
} from '../protocol/jsonrpc.ts';
import { CallCancelled, type IncomingCall, type Reply } from '../rpc/call.ts';
import type { Outcome, SessionSurface } from '../rpc/surface.ts';
import { accepts, isJson, MOST_BYTES } from './body.ts';
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
  readonly answer: (asked: Asked) => Promise<Answer>;
  /** Ends every open stream with its response, cancels running requests and refuses later ones with 503. */
  readonly shutdown: () => void;
  /** Breaks off every open stream and cancels running requests, as the death of the process does. */
  readonly kill: () => void;
}

/**
 * Streamable HTTP as a function of plain values: the current surface, and by the URL's path the one with sessions. Checks in this order: Host and Origin (403), method (405),
 * credentials (401), Content-Type (415), Accept (406), size (413), JSON (-32700) and JSON-RPC shape (-32600), then the
 * envelope and the dispatcher's own. A notification is answered 202 and has no effect (R20). On the
 * current surface no session is read or made (R1).
 */
export function endpoint(options: HandlerOptions): Endpoint {
  const state: State = { open: new Set(), running: new UnderWay(), ending: false };
  return {
    answer: async (asked) => {
      const standingOf = standing(asked, options.origins);
      if (!standingOf.ok) return refusal(403, `Forbidden: ${standingOf.reason}`);
      const generations = generationsAt(asked.url);
      if (asked.method === 'OPTIONS') return preflight(asked, standingOf.cors, generations);
      const answer = await serve(asked, generations, options, state);
      return withCors(answer, standingOf.cors, generations);
    },
    shutdown: () => {
      state.ending = true;
      for (const stream of [...state.open]) stream.finish();
      for (const call of state.running.all()) call.abort();
      options.sessions.shutdown();
    },
    kill: () => {
      state.ending = true;
      for (const stream of [...state.open]) stream.cut();
      for (const call of state.running.all()) call.abort();
      options.sessions.shutdown();
    },
  };
}

/** What an endpoint keeps between requests: only the requests that are still open. */
interface State {
  readonly open: OpenStreams;
  readonly running: UnderWay<Departure>;
  ending: boolean;
}

async function serve(
  asked: Asked,
  generations: Generations,
  options: HandlerOptions,
  state: State,
): Promise<Answer> {
  const { headers, method } = asked;
  const ofSession = generations !== 'current' && (method === 'GET' || method === 'DELETE');
  if (method !== 'POST' && !ofSession) return wrongMethod(generations);
  if (state.ending) return unavailable(undefined);
  const owner = principalOf(asked, options.demoTokens);
  if (owner === undefined) return unauthorized();
  const { sessions } = options;
  if (method === 'DELETE') return rendered(sessions.end(visitOf(asked, owner)), asked, state);
  if (method === 'GET') {
    if (!accepts(headers.get('accept'), 'text/event-stream'))
      return refusal(406, 'Accept must list text/event-stream');
    return rendered(sessions.get(visitOf(asked, owner)), asked, state);
  }
  if (!isJson(headers.get('content-type'))) return refusal(415, 'Content-Type must be application/json');
  if (!accepts(headers.get('accept'), 'application/json', 'text/event-stream'))
    return refusal(406, 'Accept must list application/json and text/event-stream');
  const body = await asked.read(MOST_BYTES);
  if (!body.ok && body.reason === 'too-large') return refusal(413, 'The body is larger than 4 MB');
  const parsed = body.ok
    ? parseJson(body.text)
    : { ok: false as const, reason: 'the body is not UTF-8 or is cut off' };
  if (!parsed.ok) return refusal(400, `Parse error: ${parsed.reason}`, CODES.parse);
  const era = eraOn(generations, asked, parsed.value);
  if (era.kind === 'mixed') return refusal(400, era.reason, CODES.headerMismatch, idOf(parsed.value));
  if (era.kind === 'legacy')
    return rendered(await sessions.post(visitOf(asked, owner), parsed.value), asked, state);
  const read = readMessage(parsed.value);
  if (!read.ok) return refusal(400, `Invalid request: ${read.reason}`, CODES.invalidRequest, read.id);
  const { message } = read;
  if (message.kind === 'notification') return empty(202);
  if (message.kind !== 'request')
    return refusal(400, 'Invalid request: a client sends no responses', CODES.invalidRequest);
  const versions = versionsOn(generations, options.supportedVersions);
  // Awaited here: a promise that is given back as it is takes the engine two turns more.
  return await answer(message, owner, asked, versions, options, state);
}

async function answer(
  message: RpcRequest,
  owner: Owner,
  asked: Asked,
  versions: readonly string[],
  { dispatch }: HandlerOptions,
  state: State,
): Promise<Answer> {
  const { id, method } = message;
  const call = new Departure();
  const abort = () => call.abort();
  asked.signal.addEventListener('abort', abort, { once: true });
  if (asked.signal.aborted) abort();
  const place = state.running.enter(call);
  try {
    // Looked up one by one: a list of all of them costs more than the rest of the check.
    const headers = (name: string) => asked.headers.get(name) ?? undefined;
    const { params, capabilities } = openEnvelope(message, headers, versions);
    const reply = await dispatch({
      id,
      method,
      params,
      capabilities,
      owner,
      signal: call,
      headers,
      versions,
    });
    // A stream that is over, closed by its reader above all, ends what still works on it (R53).
    if (reply.kind === 'stream') return sse(reply.stream, asked.signal, state.open, abort);
    if (reply.lasting === true)
      return { status: 200, headers: JSON_HEADERS, body: lastingText(id, reply.result) };
    return json(200, resultResponse(id, reply.result));
  } catch (error) {
    if (error instanceof RpcError) return json(error.http, errorResponse(id, error.body()));
    if (!(error instanceof CallCancelled)) throw error;
    // The client has gone, so no one reads this status; or the server goes, and says so.
    return state.ending ? unavailable(id) : empty(499);
  } finally {
    state.running.leave(place);
    asked.signal.removeEventListener('abort', abort);
  }
}

/** What a surface with sessions wants said, as a response. */
function rendered(outcome: Outcome, asked: Asked, state: State): Answer {
  switch (outcome.kind) {
    case 'json':
      return json(outcome.status, outcome.body, outcome.headers);
    case 'empty':
      return empty(outcome.status);
    case 'stream':
      return sse(outcome.stream, asked.signal, state.open);
  }
}

/** The id of a body that is refused before its shape is looked at. */
function idOf(body: JsonValue): RequestId | undefined {
  const read = readMessage(body);
  return read.ok ? (read.message.kind === 'request' ? read.message.id : undefined) : read.id;
}

const JSON_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

function json(status: number, body: JsonValue, headers?: Readonly<Record<string, string>>): Answer {
  const all = headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers };
  return { status, headers: all, body: JSON.stringify(body) };
}

/** A longer text is not kept, characters: its result may be one of many that somebody holds in memory. */
const LONGEST_KEPT = 16_000;
/** Texts of results that answer again and again, for as long as somebody has the result. */
const LASTING = new WeakMap<JsonObject, string>();

/** The text of `resultResponse`, of which only the id is another one each time. */
function lastingText(id: RequestId, result: JsonObject): string {
  let text = LASTING.get(result);
  if (text === undefined) {
    text = JSON.stringify(result);
    if (text.length <= LONGEST_KEPT) LASTING.set(result, text);
  }
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}

function empty(status: number): Answer {
  return { status, headers: {}, body: null };
}

function refusal(
  status: number,
  message: string,
  code: number = CODES.invalidRequest,
  id?: RequestId,
): Answer {
  return json(status, errorResponse(id, { code, message }));
}

function unauthorized(): Answer {
  const body = errorResponse(undefined, {
    code: CODES.invalidRequest,
    message: 'Unauthorized: unknown credentials',
  });
  return json(401, body, { 'WWW-Authenticate': 'Bearer realm="taskscope-demo", error="invalid_token"' });
}

function unavailable(id: RequestId | undefined): Answer {
  const body = errorResponse(id, { code: CODES.internal, message: 'The server is shutting down' });
  return json(503, body, { 'Retry-After': '1' });
}

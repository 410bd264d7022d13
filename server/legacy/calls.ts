import { CODES, RpcError, TASKS_EXTENSION } from '../protocol/codes.ts';
import type { InputRequest } from '../protocol/inputs.ts';
import { isObject, type JsonObject, type JsonValue, own, ownString } from '../protocol/json.ts';
import { META } from '../protocol/meta.ts';
import { CallCancelled, type Reply } from '../rpc/call.ts';
import type { Exchange } from './exchange.ts';
import { clientTakes, hasTasks } from './negotiate.ts';
import type { LegacyCall, LegacyOptions } from './ports.ts';
import { questionParams, responseOf } from './questions.ts';
import { legacyResult } from './task-view.ts';

const RESOURCE_NOT_FOUND = -32002;
/** Rounds of questions within one call; a tool that asks more is broken. */
const MOST_ROUNDS = 16;

export interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  /** True declares the tasks extension to the current surface, so that it makes a task. */
  readonly asTask: boolean;
  /** Lifetime of that task, ms. */
  readonly ttlMs?: number;
}

/**
 * Serves a request through the current surface: its questions (MRTR) become server-to-client requests on this request's stream, as
 * the 2025 revisions have it, and the call is made again with the answers. @returns the current surface's result
 */
export async function throughCurrent(
  asked: Asked,
  exchange: Exchange,
  options: LegacyOptions,
): Promise<JsonObject> {
  let rounds: JsonObject = {};
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const result = await once({ ...asked, params: { ...asked.params, ...rounds } }, exchange, options);
    if (result.resultType !== 'input_required') return result;
    rounds = {
      inputResponses: await answers(own(result, 'inputRequests'), exchange),
      ...(result.requestState === undefined ? {} : { requestState: result.requestState }),
    };
  }
  throw new RpcError(CODES.internal, `The tool asked more than ${MOST_ROUNDS} times`);
}

async function once(
  { method, params, asTask, ttlMs }: Asked,
  exchange: Exchange,
  { dispatch }: LegacyOptions,
): Promise<JsonObject> {
  const { session, id, signal } = exchange;
  const capabilities = asTask
    ? declaring(session.negotiated.clientCapabilities)
    : session.negotiated.clientCapabilities;
  const meta = own(params, '_meta');
  const logLevel = session.logLevel === undefined ? {} : { [META.logLevel]: session.logLevel };
  const call: LegacyCall = {
    id,
    method,
    params: { ...params, _meta: { ...(isObject(meta) ? meta : {}), ...logLevel } },
    capabilities,
    owner: session.owner,
    signal,
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
  return resultOf(await dispatch(call).catch(translated), exchange);
}

/** A streamed reply: what comes before its response goes on to the client. */
async function resultOf(reply: Reply, exchange: Exchange): Promise<JsonObject> {
  if (reply.kind === 'result') return reply.result;
  for (;;) {
    const item = await reply.stream.next();
    if (exchange.signal.aborted || item.kind === 'closed') {
      reply.stream.close();
      throw new CallCancelled();
    }
    if (item.kind === 'idle') continue;
    const { message } = item;
    const result = own(message, 'result');
    if (isObject(result)) return result;
    const error = own(message, 'error');
    if (isObject(error)) throw asError(error);
    exchange.stream().push(message);
  }
}

function asError(error: JsonObject): RpcError {
  const code = own(error, 'code');
  const data: JsonValue | undefined = own(error, 'data');
  return new RpcError(
    typeof code === 'number' ? code : CODES.internal,
    ownString(error, 'message') ?? 'Error',
    data === undefined ? {} : { data },
  );
}

/** -32021 in this generation's own words: the extension is `params.task` here, other capabilities are declared in `initialize`. */
function translated(error: unknown): never {
  if (!(error instanceof RpcError) || error.code !== CODES.missingCapability) throw error;
  const missing = own(error.data, 'requiredCapabilities');
  const names = isObject(missing) ? pathsIn(missing).filter((path) => !path.startsWith('extensions')) : [];
  throw new RpcError(
    CODES.invalidRequest,
    names.length > 0
      ? `This call needs what the client did not declare in initialize: ${names.join(', ')}`
      : 'This call cannot be served within one request: make it a task with params.task',
  );
}

/** The capabilities that an object of them names, e.g. `elicitation.form`. */
function pathsIn(capabilities: JsonObject): string[] {
  return Object.entries(capabilities).flatMap(([name, inner]) => {
    const deeper = isObject(inner) ? pathsIn(inner) : [];
    return deeper.length === 0 ? [name] : deeper.map((path) => `${name}.${path}`);
  });
}

async function answers(requests: JsonValue | undefined, exchange: Exchange): Promise<JsonObject> {
  const entries = isObject(requests) ? Object.entries(requests) : [];
  const answered = await Promise.all(
    entries.map(async ([key, request]) => [key, await answer(request, exchange)] as const),
  );
  return Object.fromEntries(answered);
}

async function answer(value: JsonValue | undefined, exchange: Exchange): Promise<JsonObject> {
  const method = ownString(value, 'method') ?? '';
  const given = own(value, 'params');
  const request: InputRequest = { method, params: isObject(given) ? given : {} };
  const { negotiated } = exchange.session;
  if (!clientTakes(negotiated.clientCapabilities, method, request.params))
    throw new RpcError(
      CODES.invalidRequest,
      `This call asks with ${method}, which the client did not declare in initialize`,
    );
  const reply = await exchange.ask(method, questionParams(request, negotiated));
  const response = responseOf(request, reply);
  if (response === undefined)
    throw new RpcError(CODES.internal, `The client answered ${method} with an error`);
  return response;
}

function declaring(capabilities: JsonObject): JsonObject {
  const extensions = own(capabilities, 'extensions');
  return {
    ...capabilities,
    extensions: { ...(isObject(extensions) ? extensions : {}), [TASKS_EXTENSION]: {} },
  };
}

/** Methods that both generations have, with one and the same meaning. */
export async function shared(
  method: string,
  params: JsonObject,
  exchange: Exchange,
  options: LegacyOptions,
): Promise<JsonObject> {
  const result = await throughCurrent({ method, params, asTask: false }, exchange, options).catch(
    (error: unknown) => {
      throw method === 'resources/read' ? resourceError(error) : error;
    },
  );
  return legacyResult(result);
}

/** "Resource not found" had a code of its own (2025-11-25 `server/resources`, "Error Handling"). */
function resourceError(error: unknown): unknown {
  if (!(error instanceof RpcError) || own(error.data, 'uri') === undefined) return error;
  return new RpcError(RESOURCE_NOT_FOUND, error.message, { data: error.data ?? null });
}

/** Whether this session may make tasks at all. */
export function takesTasks(exchange: Exchange): boolean {
  return hasTasks(exchange.session.negotiated);
}

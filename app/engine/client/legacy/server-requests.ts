import { CODES } from '../../../../server/protocol/codes.ts';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import type { RequestId } from '../../../../server/protocol/jsonrpc.ts';

/** A request of a server to its client: elicitation, sampling or roots. */
export interface ServerRequest {
  readonly endpoint: string;
  readonly method: string;
  readonly params: JsonObject;
  /** Aborted where the server takes it back, or the session ends. */
  readonly signal: AbortSignal;
}

/** Answers a server's request with its result. A rejection is an error -32603 with its message; an AbortError is no answer at all. */
export type ServerRequestHandler = (request: ServerRequest) => Promise<JsonObject>;

/** What of tasks this client takes (2025-11-25, "Capabilities"): a server may make its questions tasks, which wait for the person here. */
export const HOSTED_CAPABILITY: JsonObject = {
  list: {},
  cancel: {},
  requests: { elicitation: { create: {} }, sampling: { createMessage: {} } },
};

/** What the client can take of a server, as `initialize` declares it: nothing where nobody answers. */
export function clientCapabilities(handler: ServerRequestHandler | undefined): JsonObject {
  return handler === undefined
    ? {}
    : { elicitation: { form: {}, url: {} }, sampling: {}, roots: {}, tasks: HOSTED_CAPABILITY };
}

const HANDLED: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

/** The whole JSON-RPC response to a server's request, or undefined where none is to be sent. Never throws. */
export async function respond(
  id: RequestId,
  request: ServerRequest,
  handler: ServerRequestHandler | undefined,
): Promise<JsonObject | undefined> {
  const error = (code: number, message: string): JsonObject => ({
    jsonrpc: '2.0',
    id,
    error: { code, message },
  });
  if (request.method === 'ping') return { jsonrpc: '2.0', id, result: {} };
  if (handler === undefined || !HANDLED.has(request.method))
    return error(CODES.methodNotFound, `This client does not answer ${request.method}`);
  try {
    const result = await handler(request);
    return request.signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
  } catch (thrown) {
    if (request.signal.aborted) return undefined;
    return error(CODES.internal, thrown instanceof Error ? thrown.message : 'The client could not answer');
  }
}

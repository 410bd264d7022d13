import { StoreError } from '../ports/task-store.ts';
import { CODES, methodNotFound, missingExtension, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, own } from '../protocol/json.ts';
import { type Dress, serverMeta } from '../tasks/view.ts';
import { type Call, CallCancelled, type Reply } from './call.ts';
import { declares, type Registry } from './registry.ts';

/**
 * Serves a request whose envelope is in order: method (-32601), extension (-32021), then the handler's own checks.
 * Throws RpcError, or CallCancelled; whatever else a handler throws becomes -32603 without its text.
 */
export async function dispatch(registry: Registry, dress: Dress, call: Call): Promise<Reply> {
  const registered = registry.method(call.method);
  if (registered === undefined) throw methodNotFound(call.method);
  const { handler, extension } = registered;
  if (extension !== undefined && !declares(call.capabilities, extension.id))
    throw missingExtension(extension.id);
  const answer = await run(() => handler(call));
  if (answer.kind === 'stream') return answer;
  const result = dressed(answer.result, dress);
  if (!registry.mayAnswer(String(result.resultType), call.capabilities))
    throw new RpcError(CODES.internal, 'The result is of a type that the request did not declare', {
      http: 500,
    });
  return { kind: 'result', result };
}

/** Every result has a resultType and tells who served it (core `basic/index`, "Per-response protocol fields"). */
export function dressed(result: JsonObject, dress: Dress): JsonObject {
  const meta = own(result, '_meta');
  return {
    resultType: 'complete',
    ...result,
    _meta: { ...serverMeta(dress), ...(isObject(meta) ? meta : {}) },
  };
}

async function run(handle: () => Promise<Reply>): Promise<Reply> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof RpcError || error instanceof CallCancelled) throw error;
    if (error instanceof StoreError)
      throw new RpcError(CODES.internal, `The task store cannot answer now (${error.code}): try again`, {
        http: 503,
      });
    throw new RpcError(CODES.internal, 'Internal error', { http: 500 });
  }
}

import type { Clock } from '../ports/clock.ts';
import { StoreError } from '../ports/task-store.ts';
import { CODES, methodNotFound, missingExtension, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, own } from '../protocol/json.ts';
import { META } from '../protocol/meta.ts';
import { type Dress, serverMeta } from '../tasks/view.ts';
import { CallCancelled, type IncomingCall, type Reply } from './call.ts';
import { declares, type Registry } from './registry.ts';
import { RequestNews, ResponseStream } from './response-stream.ts';

export interface DispatchSurroundings {
  readonly registry: Registry;
  readonly dress: Dress;
  readonly clock: Clock;
  /** A response stream that has nothing to say for this long, ms, sends a comment. */
  readonly keepAliveMs: number;
}

/**
 * Serves a request whose envelope is in order: method (-32601), extension (-32021), then the handler's own checks. The reply is a
 * result, or a stream where the handler sends a notification first: an error after that is in the stream.
 * Throws RpcError, or CallCancelled; whatever else a handler throws becomes -32603 without its text.
 */
export async function dispatch(around: DispatchSurroundings, call: IncomingCall): Promise<Reply> {
  const { registry, dress, clock, keepAliveMs } = around;
  const registered = registry.method(call.method);
  if (registered === undefined) throw methodNotFound(call.method);
  const { handler, extension } = registered;
  if (extension !== undefined && !declares(call.capabilities, extension.id))
    throw missingExtension(extension.id);
  try {
    if (extension?.silent === true)
      return answered(await handler({ ...call, notify: toNobody }), registry, dress, call);
    const news = new RequestNews();
    const replied = handler({ ...call, notify: news.notify });
    const first = await news.first(replied);
    if (first === 'begun') {
      const result = replied.then(
        (answer) => {
          if (answer.kind === 'stream') throw new RpcError(CODES.internal, 'Internal error');
          return checked(answer.result, registry, dress, call);
        },
        (error: unknown) => {
          throw tellable(error);
        },
      );
      return {
        kind: 'stream',
        stream: new ResponseStream({ id: call.id, news, result, clock, keepAliveMs }),
      };
    }
    news.end();
    return answered(first, registry, dress, call);
  } catch (error) {
    throw tellable(error);
  }
}

function answered(reply: Reply, registry: Registry, dress: Dress, call: IncomingCall): Reply {
  if (reply.kind === 'stream') return reply;
  const result = checked(reply.result, registry, dress, call);
  return reply.lasting === true ? { kind: 'result', result, lasting: true } : { kind: 'result', result };
}

function toNobody(): void {}

function checked(result: JsonObject, registry: Registry, dress: Dress, call: IncomingCall): JsonObject {
  const whole = dressed(result, dress);
  if (registry.mayAnswer(String(whole.resultType), call.capabilities)) return whole;
  throw new RpcError(CODES.internal, 'The result is of a type that the request did not declare', {
    http: 500,
  });
}

/** Every result has a resultType and tells who served it (core `basic/index`, "Per-response protocol fields"). */
export function dressed(result: JsonObject, dress: Dress): JsonObject {
  const meta = own(result, '_meta');
  if (own(meta, META.serverInfo) !== undefined && own(result, 'resultType') !== undefined) return result;
  const whole = { ...serverMeta(dress), ...(isObject(meta) ? meta : {}) };
  return { resultType: 'complete', ...result, _meta: whole };
}

/** What of an error may leave: those of the protocol, and that the store cannot answer. Of anything else only that there was one. */
function tellable(error: unknown): unknown {
  if (error instanceof RpcError || error instanceof CallCancelled) return error;
  if (error instanceof StoreError)
    return new RpcError(CODES.internal, `The task store cannot answer now (${error.code}): try again`, {
      http: 503,
    });
  return new RpcError(CODES.internal, 'Internal error', { http: 500 });
}

import { isObject, type JsonObject, type JsonValue, own } from './json.ts';

/** JSON-RPC ids as MCP narrows them: a string or an integer, never null. */
export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonValue | undefined;
}

export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonValue | undefined;
}

export interface RpcResult {
  readonly kind: 'result';
  readonly id: RequestId;
  readonly result: JsonObject;
}

export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

export interface RpcErrorResponse {
  readonly kind: 'error';
  readonly id: RequestId | undefined;
  readonly error: RpcErrorBody;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResult | RpcErrorResponse;

export type ReadMessage =
  | { readonly ok: true; readonly message: RpcMessage }
  | { readonly ok: false; readonly id: RequestId | undefined; readonly reason: string };

/** True for a string or a safe integer. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

/**
 * Classifies one parsed value as a JSON-RPC 2.0 message.
 * A batch, a wrong `jsonrpc`, a null id or an unknown shape is refused with a reason; where an id could be read it is given.
 * Source: core `basic/index`, "Messages".
 */
export function readMessage(value: JsonValue): ReadMessage {
  if (Array.isArray(value))
    return { ok: false, id: undefined, reason: 'a batch is not allowed: send one message per request' };
  if (!isObject(value)) return { ok: false, id: undefined, reason: 'a message is a JSON object' };
  const rawId = own(value, 'id');
  const id = isRequestId(rawId) ? rawId : undefined;
  if (own(value, 'jsonrpc') !== '2.0') return { ok: false, id, reason: 'jsonrpc must be "2.0"' };
  if (Object.hasOwn(value, 'id') && id === undefined && !Object.hasOwn(value, 'error')) {
    return { ok: false, id, reason: 'id must be a string or an integer' };
  }
  const method = own(value, 'method');
  if (method !== undefined) {
    if (typeof method !== 'string') return { ok: false, id, reason: 'method must be a string' };
    const params = own(value, 'params');
    return id === undefined
      ? { ok: true, message: { kind: 'notification', method, params } }
      : { ok: true, message: { kind: 'request', id, method, params } };
  }
  const result = own(value, 'result');
  const error = own(value, 'error');
  if (result !== undefined && error !== undefined)
    return { ok: false, id, reason: 'a response has a result or an error, not both' };
  if (result !== undefined) {
    if (!isObject(result)) return { ok: false, id, reason: 'result must be an object' };
    if (id === undefined) return { ok: false, id, reason: 'a result response needs an id' };
    return { ok: true, message: { kind: 'result', id, result } };
  }
  if (isObject(error)) {
    const code = own(error, 'code');
    const message = own(error, 'message');
    if (typeof code !== 'number' || typeof message !== 'string') {
      return { ok: false, id, reason: 'error needs an integer code and a message' };
    }
    const data = own(error, 'data');
    return {
      ok: true,
      message: { kind: 'error', id, error: data === undefined ? { code, message } : { code, message, data } },
    };
  }
  return { ok: false, id, reason: 'neither a method, a result nor an error' };
}

/** The wire object of a result response. */
export function resultResponse(id: RequestId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

/** The wire object of an error response; `id` is left out where it could not be read (the schema makes it optional). */
export function errorResponse(id: RequestId | undefined, error: RpcErrorBody): JsonObject {
  const body: JsonObject =
    error.data === undefined
      ? { code: error.code, message: error.message }
      : { code: error.code, message: error.message, data: error.data };
  return id === undefined ? { jsonrpc: '2.0', error: body } : { jsonrpc: '2.0', id, error: body };
}

/** The wire object of a notification. */
export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}

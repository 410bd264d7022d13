import type { JsonValue } from './json.ts';
import type { RpcErrorBody } from './jsonrpc.ts';

/** The extension's identifier (Tasks, "Extension Identifier"). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** The protocol revision of the current surface. */
export const CURRENT_VERSION = '2026-07-28';

/** JSON-RPC and MCP error codes in use (core `basic/index`, "Error Codes"). */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

const NAMES: ReadonlyMap<number, string> = new Map([
  [CODES.parse, 'Parse error'],
  [CODES.invalidRequest, 'Invalid request'],
  [CODES.methodNotFound, 'Method not found'],
  [CODES.invalidParams, 'Invalid params'],
  [CODES.internal, 'Internal error'],
  [CODES.headerMismatch, 'HeaderMismatch'],
  [CODES.missingCapability, 'MissingRequiredClientCapability'],
  [CODES.unsupportedVersion, 'UnsupportedProtocolVersion'],
]);

/** The specification's name of an error code, or undefined for codes it does not define. */
export function codeName(code: number): string | undefined {
  return NAMES.get(code);
}

/** Codes that only a server of the current generation sends: they tell the era of an endpoint (Streamable HTTP, "Backward Compatibility"). */
export function isCurrentOnlyCode(code: number): boolean {
  return (
    code === CODES.headerMismatch || code === CODES.missingCapability || code === CODES.unsupportedVersion
  );
}

/**
 * A JSON-RPC error on its way to the wire. `http` is the HTTP status that goes with it (requirements, "Decisions": 404 for
 * -32601; 400 for malformed requests and the -3202x codes; 200 for other -32602).
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly http: number;
  readonly data: JsonValue | undefined;

  constructor(
    code: number,
    message: string,
    options: { readonly http?: number; readonly data?: JsonValue } = {},
  ) {
    super(message);
    this.code = code;
    this.http = options.http ?? 200;
    this.data = options.data;
  }

  /** The `error` member. */
  body(): RpcErrorBody {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data };
  }
}

/** A request that needs an extension it did not declare: data `{requiredCapabilities: {extensions: {[id]: {}}}}`. */
export function missingExtension(id: string): RpcError {
  return new RpcError(
    CODES.missingCapability,
    `Missing required client capability: the extension ${id} was not declared on this request`,
    { http: 400, data: { requiredCapabilities: { extensions: { [id]: {} } } } },
  );
}

/** R16: exactly `{requiredCapabilities: {extensions: {"io.modelcontextprotocol/tasks": {}}}}`. */
export function missingTasksExtension(): RpcError {
  return missingExtension(TASKS_EXTENSION);
}

/** R18: data `{supported, requested}`. */
export function unsupportedVersion(requested: string, supported: readonly string[]): RpcError {
  return new RpcError(CODES.unsupportedVersion, `Unsupported protocol version: ${requested}`, {
    http: 400,
    data: { supported, requested },
  });
}

export function methodNotFound(method: string): RpcError {
  return new RpcError(CODES.methodNotFound, `Method not found: ${method}`, { http: 404 });
}

/** R66 and R70: one and the same answer for unknown, malformed and foreign task ids. */
export function taskNotFound(): RpcError {
  return new RpcError(CODES.invalidParams, 'Task not found: the id is unknown here, or it is not yours');
}

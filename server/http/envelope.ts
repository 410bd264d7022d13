import { CODES, RpcError, unsupportedVersion } from '../protocol/codes.ts';
import { compareHeaders, type HeaderSource } from '../protocol/headers.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import type { RpcRequest } from '../protocol/jsonrpc.ts';
import { readMeta } from '../protocol/meta.ts';
import { headerMismatch } from '../rpc/header-mismatch.ts';

/**
 * Checks what every request carries, in this order: `_meta` (-32602), the mirrored headers (-32020), the version (-32022),
 * all with HTTP 400. Nothing from an earlier request counts (R13).
 * @returns params and the client's capabilities
 */
export function openEnvelope(
  message: RpcRequest,
  headers: HeaderSource,
  supported: readonly string[],
): { readonly params: JsonObject; readonly capabilities: JsonObject } {
  const { method, params } = message;
  const read = readMeta(params);
  if (!read.ok || !isObject(params))
    throw new RpcError(CODES.invalidParams, read.ok ? 'params must be an object' : read.reason, {
      http: 400,
    });
  const wrong = compareHeaders(headers, method, params).find((check) => check.verdict !== 'agrees');
  if (wrong !== undefined) throw headerMismatch(wrong);
  const { protocolVersion, clientCapabilities } = read.meta;
  if (!supported.includes(protocolVersion)) throw unsupportedVersion(protocolVersion, supported);
  return { params, capabilities: clientCapabilities };
}

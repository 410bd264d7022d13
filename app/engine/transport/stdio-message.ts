import { type JsonValue, own, parseJson } from '../../../server/protocol/json.ts';
import { isRequestId, type RequestId } from '../../../server/protocol/jsonrpc.ts';
import { META } from '../../../server/protocol/meta.ts';

/** Whom a line of a process is for. */
export type Addressee =
  /** A response: of this request. */
  | { readonly kind: 'response'; readonly id: RequestId }
  /** A notification that names the request that it belongs to. */
  | { readonly kind: 'of'; readonly id: RequestId }
  /** Any other message. */
  | { readonly kind: 'message' }
  | { readonly kind: 'noise' };

/** Reads a line: stdio has one channel, so that a message itself says where it belongs (2026-07-28, stdio, "Receiving Messages"). */
export function addresseeOf(line: string): Addressee {
  const parsed = parseJson(line, 10_000);
  // Too deep for us is a message all the same: its exchange shows it.
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return { kind: 'noise' };
  const message = parsed.value as JsonValue;
  if (own(message, 'jsonrpc') === undefined) return { kind: 'noise' };
  const id = own(message, 'id');
  if (own(message, 'method') === undefined)
    return isRequestId(id) ? { kind: 'response', id } : { kind: 'message' };
  const params = own(message, 'params');
  const of = own(own(params, '_meta'), META.subscriptionId) ?? own(params, 'progressToken');
  return isRequestId(of) ? { kind: 'of', id: of } : { kind: 'message' };
}

/** What of a request its answers are known by. */
export function askedBy(text: string): {
  readonly id: RequestId | undefined;
  readonly token: RequestId | undefined;
} {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  const id = own(value, 'id');
  const token = own(own(own(value, 'params'), '_meta'), 'progressToken');
  return {
    // A response of ours has an id and no method; nothing comes back for it.
    id: isRequestId(id) && own(value, 'method') !== undefined ? id : undefined,
    token: isRequestId(token) ? token : undefined,
  };
}

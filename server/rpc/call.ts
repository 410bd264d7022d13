import type { Leaving } from '../ports/exchange.ts';
import type { Owner } from '../ports/task-store.ts';
import type { HeaderSource } from '../protocol/headers.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { RequestId } from '../protocol/jsonrpc.ts';

/** One request after its envelope was checked: everything that may be known of it (no session, no earlier request; R13). */
export interface IncomingCall {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** `_meta`'s client capabilities of this very request. */
  readonly capabilities: JsonObject;
  readonly owner: Owner;
  /** Aborted when the client closes the stream of this request, or the server shuts down (R53). */
  readonly signal: Leaving;
  /** The request's headers; absent where the transport has none, and mirrored parameters are not checked then. */
  readonly headers?: HeaderSource;
  /** Lifetime that the task of this call is to have, ms from its creation; absent: the server's own. Only 2025-11-25 can wish for one. */
  readonly ttlMs?: number;
  /** What the endpoint of this call speaks; absent: the current version alone. */
  readonly versions?: readonly string[];
}

/** A call as its handler sees it. */
export interface Call extends IncomingCall {
  /** Sends a notification that belongs to this request, before its response. Ignored once the response is on its way. */
  readonly notify: (notification: JsonObject) => void;
}

/** Thrown by a handler whose request was cancelled while it ran: nobody waits for an answer. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled';
}

export type StreamItem =
  | { readonly kind: 'message'; readonly message: JsonObject }
  /** The message that ends the stream. */
  | { readonly kind: 'last'; readonly message: JsonObject }
  /** Nothing to say; the connection is kept alive. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'closed' };

/** A response that stays open. The transport pulls: whoever reads slowly is told the newest state when ready, and holds up nobody. */
export interface MessageStream {
  /** The next thing to send; waits until there is one. */
  next(): Promise<StreamItem>;
  /** Ends the stream from the server's side. @returns the response that closes it (core `subscriptions`, "Graceful Closure"), if it has one */
  finish(): JsonObject | undefined;
  /** The reader is gone. */
  close(): void;
}

export type Reply =
  /** `resultType: "complete"` and the server's `_meta` are added where they are missing. */
  | {
      readonly kind: 'result';
      readonly result: JsonObject;
      /** The very same object answers again for as long as it is true, and nobody changes it: its text may be kept. */
      readonly lasting?: boolean;
    }
  | { readonly kind: 'stream'; readonly stream: MessageStream };

/** Serves one method. Throws RpcError for an error response. */
export type Handler = (call: Call) => Promise<Reply>;

export function reply(result: JsonObject): Reply {
  return { kind: 'result', result };
}

import type { Owner } from '../ports/task-store.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { MessageStream } from './call.ts';

/** What an HTTP endpoint knows of a request before it looks at the message. */
export interface Visit {
  readonly owner: Owner;
  /** The `Mcp-Session-Id` header. */
  readonly sessionId: string | undefined;
  /** The `MCP-Protocol-Version` header. */
  readonly version: string | undefined;
}

/** What the endpoint is to answer. */
export type Outcome =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: JsonValue;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'stream'; readonly stream: MessageStream }
  | { readonly kind: 'empty'; readonly status: number };

/** A generation of the protocol with sessions, behind an endpoint that has checked Host, Origin, credentials and media types. */
export interface SessionSurface {
  /** One POST: the parsed body, a message or a batch. */
  post(visit: Visit, body: JsonValue): Promise<Outcome>;
  /** A GET: the stream for messages that answer no request. */
  get(visit: Visit): Outcome;
  /** A DELETE: the end of the session. Its tasks go on. */
  end(visit: Visit): Outcome;
  /** Ends every session and what runs in it; open streams are ended by the endpoint. */
  shutdown(): void;
}

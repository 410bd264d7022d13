import type { JsonObject } from '../protocol/json.ts';
import type { RequestId, RpcErrorResponse, RpcResult } from '../protocol/jsonrpc.ts';

export type PeerAnswer = RpcResult | RpcErrorResponse;

/** The server's own requests to a client, until they are answered or forgotten. Ids are never used twice in a session. */
export class Peer {
  readonly #open = new Map<RequestId, (answer: PeerAnswer) => void | Promise<void>>();
  #count = 0;

  /** A request to be sent; `answered` is called once with its answer and may throw RpcError where it does not fit. */
  request(
    method: string,
    params: JsonObject,
    answered: (answer: PeerAnswer) => void | Promise<void>,
  ): { readonly id: RequestId; readonly message: JsonObject } {
    this.#count += 1;
    const id = `srv-${this.#count}`;
    this.#open.set(id, answered);
    return { id, message: { jsonrpc: '2.0', id, method, params } };
  }

  /** Nobody waits for this answer any more; one that comes all the same is ignored. */
  forget(id: RequestId): void {
    this.#open.delete(id);
  }

  /** Takes an answer. @returns false where this server never sent a request with its id */
  async take(answer: PeerAnswer): Promise<boolean> {
    const { id } = answer;
    const answered = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || answered === undefined) return this.#wasSent(id);
    this.#open.delete(id);
    await answered(answer);
    return true;
  }

  #wasSent(id: RequestId | undefined): boolean {
    const n = typeof id === 'string' ? Number(/^srv-([1-9]\d*)$/.exec(id)?.[1]) : Number.NaN;
    return n <= this.#count;
  }
}

import { CODES, RpcError } from '../protocol/codes.ts';
import type { JsonObject } from '../protocol/json.ts';
import { errorResponse, type RequestId, resultResponse } from '../protocol/jsonrpc.ts';
import { CallCancelled } from '../rpc/call.ts';
import type { Outcome } from '../rpc/surface.ts';
import type { Outbox } from './outbox.ts';
import type { PeerAnswer } from './peer.ts';
import type { Session } from './session.ts';

/**
 * One request of a client and its answer. It is answered as plain JSON, unless its handler opens the stream before it has an answer:
 * then as SSE, and what the handler sends goes before the response.
 */
export class Exchange {
  readonly id: RequestId;
  readonly session: Session;
  readonly signal: AbortSignal;
  #stream: Outbox | undefined;
  #open: (stream: Outbox) => void = () => {};
  readonly #opened = new Promise<Outbox>((resolve) => {
    this.#open = resolve;
  });

  /** Throws RpcError where the session has too many requests, or one with this id. */
  constructor(id: RequestId, session: Session) {
    this.id = id;
    this.session = session;
    this.signal = session.begin(id);
  }

  /** The stream of this exchange; the first use makes the answer one. */
  stream(): Outbox {
    if (this.#stream === undefined) {
      this.#stream = this.session.stream(this.id);
      this.#open(this.#stream);
    }
    return this.#stream;
  }

  /**
   * Sends a request to the client on this stream and waits for its answer. Rejects with CallCancelled where the request is
   * cancelled, the session ends, or the client leaves the stream.
   */
  ask(method: string, params: JsonObject): Promise<PeerAnswer> {
    const { peer } = this.session;
    const { signal } = this;
    const stream = this.stream();
    return new Promise((resolve, reject) => {
      const give = () => {
        peer.forget(id);
        reject(new CallCancelled());
      };
      const { id, message } = peer.request(method, params, (answer) => {
        signal.removeEventListener('abort', give);
        stream.leaving.delete(give);
        resolve(answer);
      });
      if (signal.aborted || stream.over) return give();
      signal.addEventListener('abort', give, { once: true });
      stream.leaving.add(give);
      stream.push(message);
    });
  }

  /**
   * Runs the handler. @returns what the endpoint answers: at once where the stream opens, else with the result. Errors of a method
   * are 200: the status of this generation is about the transport alone.
   */
  async run(handle: () => Promise<JsonObject>): Promise<Outcome> {
    const response = handle()
      .then(
        (result) => resultResponse(this.id, result),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => this.session.done(this.id));
    const first = await Promise.race([response, this.#opened.then(() => undefined)]);
    if (this.#stream === undefined && first !== undefined) return { kind: 'json', status: 200, body: first };
    // A cancelled request is not answered, but its POST is: with a stream that says nothing.
    const stream = this.stream();
    void response.then((message) => {
      if (message !== undefined) stream.push(message);
      stream.end();
    });
    return { kind: 'stream', stream };
  }

  /** The error response; undefined where the request was cancelled, which is not answered ("Cancellation"). */
  #failed(error: unknown): JsonObject | undefined {
    if (error instanceof CallCancelled) return undefined;
    const known = error instanceof RpcError ? error : new RpcError(CODES.internal, 'Internal error');
    return errorResponse(this.id, known.body());
  }
}

import type { Clock } from '../ports/clock.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import type { JsonObject } from '../protocol/json.ts';
import { errorResponse, type RequestId, resultResponse } from '../protocol/jsonrpc.ts';
import type { MessageStream, StreamItem } from './call.ts';

/** Notifications that wait for a slow reader; more push out the oldest, since each is only news on the way to the result. */
const MOST_WAITING = 256;

/**
 * What one request says before its response. As long as it says nothing, the response is a single JSON object; its first
 * notification makes it a stream of its own (Streamable HTTP, "Receiving Messages").
 */
export class RequestNews {
  readonly waiting: JsonObject[] = [];
  #begun = false;
  #begin: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #over = false;

  readonly notify = (notification: JsonObject): void => {
    if (this.#over) return;
    this.waiting.push(notification);
    if (this.waiting.length > MOST_WAITING) this.waiting.shift();
    this.#begun = true;
    this.#begin?.();
    this.#wake?.();
  };

  /** What comes first: the answer, or `begun` with the first notification. */
  first<T>(answer: Promise<T>): Promise<T | 'begun'> {
    return new Promise((resolve, reject) => {
      if (this.#begun) resolve('begun');
      else this.#begin = () => resolve('begun');
      answer.then(resolve, reject);
    });
  }

  /** Nothing more is taken: the response has been made, or the reader is gone. */
  end(): void {
    this.#over = true;
    this.#wake?.();
  }

  /** Calls `wake` at the next notification, and at the end. */
  onNews(wake: () => void): void {
    this.#wake = wake;
  }
}

export interface StreamedRequest {
  readonly id: RequestId;
  readonly news: RequestNews;
  /** The result, dressed; rejects with RpcError, or with whatever ended the call where nobody reads it any more. */
  readonly result: Promise<JsonObject>;
  readonly clock: Clock;
  /** A stream that has nothing to say for this long, ms, sends a comment. */
  readonly keepAliveMs: number;
}

/** The response of one request as a stream: its notifications, then its response, then the end. */
export class ResponseStream implements MessageStream {
  readonly #request: StreamedRequest;
  #response: JsonObject | undefined;
  #closed = false;

  constructor(request: StreamedRequest) {
    this.#request = request;
    const { id, result } = request;
    result.then(
      (done) => this.#end(resultResponse(id, done)),
      (error: unknown) => this.#end(errorResponse(id, bodyOf(error))),
    );
  }

  async next(): Promise<StreamItem> {
    for (;;) {
      if (this.#closed) return { kind: 'closed' };
      const message = this.#request.news.waiting.shift();
      if (message !== undefined) return { kind: 'message', message };
      if (this.#response !== undefined) return { kind: 'last', message: this.#response };
      if (!(await this.#news())) return { kind: 'idle' };
    }
  }

  finish(): JsonObject {
    this.close();
    const message = 'The server is shutting down';
    return this.#response ?? errorResponse(this.#request.id, { code: CODES.internal, message });
  }

  close(): void {
    this.#closed = true;
    this.#request.news.end();
  }

  #end(response: JsonObject): void {
    this.#response = response;
    this.#request.news.end();
  }

  /** Waits for news (true) or until a keep-alive is due (false). */
  #news(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#request.clock.after(this.#request.keepAliveMs, () => resolve(false));
      this.#request.news.onNews(() => {
        cancel();
        resolve(true);
      });
    });
  }
}

function bodyOf(error: unknown): { code: number; message: string } {
  return error instanceof RpcError
    ? error.body()
    : { code: CODES.internal, message: 'The request was cancelled' };
}

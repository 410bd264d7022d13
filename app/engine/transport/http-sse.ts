import { own, parseJson } from '../../../server/protocol/json.ts';
import { isRequestId, type RequestId } from '../../../server/protocol/jsonrpc.ts';
import { type Transport, WireError, type WireResponse } from './transport.ts';
import { brokenOff } from './wire-problems.ts';

type Settle = (data: string | undefined) => void;

/** Where the messages to one HTTP+SSE server go, and the answers that its stream has brought (2024-11-05, "HTTP with SSE"). */
export class SseRoute {
  /** The URL that the server named for messages. */
  readonly messages: string;
  readonly #waiting = new Map<string, Settle>();
  #closed = false;

  constructor(messages: string) {
    this.messages = messages;
  }

  /** A message has come on the stream: whoever waits for the response of its id gets its text. */
  heard(data: string): void {
    const parsed = parseJson(data);
    const value = parsed.ok ? parsed.value : undefined;
    const id = own(value, 'id');
    if (!isRequestId(id) || own(value, 'method') !== undefined) return;
    this.#waiting.get(key(id))?.(data);
  }

  /** The stream is over: nobody is answered any more. */
  close(): void {
    this.#closed = true;
    for (const settle of [...this.#waiting.values()]) settle(undefined);
  }

  /** Waits for the response of an id from now on. @returns its text, or undefined where the stream ended or the wait was given up */
  expect(id: RequestId, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      const settle: Settle = (data) => {
        this.#waiting.delete(key(id));
        signal.removeEventListener('abort', stop);
        resolve(data);
      };
      const stop = (): void => settle(undefined);
      if (this.#closed || signal.aborted) {
        resolve(undefined);
        return;
      }
      this.#waiting.set(key(id), settle);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}

/** The routes of the endpoints that speak HTTP+SSE, as long as their streams are open. */
export class SseRoutes {
  readonly #routes = new Map<string, SseRoute>();

  get(endpoint: string): SseRoute | undefined {
    return this.#routes.get(endpoint);
  }

  open(endpoint: string, messages: string): SseRoute {
    const route = new SseRoute(messages);
    this.#routes.get(endpoint)?.close();
    this.#routes.set(endpoint, route);
    return route;
  }

  close(endpoint: string, route: SseRoute): void {
    route.close();
    if (this.#routes.get(endpoint) === route) this.#routes.delete(endpoint);
  }

  /** The route of a request to a URL that an endpoint has named. */
  of(namedBy: string | undefined, url: string): SseRoute | undefined {
    const route = namedBy === undefined ? undefined : this.#routes.get(namedBy);
    return route?.messages === url ? route : undefined;
  }
}

/**
 * Lets a request of JSON-RPC to an HTTP+SSE server be answered by what its stream brings: the response to the POST itself (202) has no
 * answer in it. The text of the answer passes a second time, as one frame of the request that it belongs to.
 */
export function overSse(inner: Transport, routes: SseRoutes): Transport {
  return {
    ...inner,
    async send(request) {
      const route = routes.of(request.namedBy, request.url);
      const id = route === undefined ? undefined : requestId(request.text);
      if (route === undefined || id === undefined) return inner.send(request);
      const given = new AbortController();
      const answer = route.expect(id, AbortSignal.any([request.signal, given.signal]));
      try {
        const response = await inner.send(request);
        if (response.status < 200 || response.status >= 300) {
          given.abort();
          return response;
        }
        for await (const _ of response.chunks); // “Accepted”, or nothing
        return { ...response, stream: true, chunks: frameOf(answer, request.signal) } satisfies WireResponse;
      } catch (error) {
        given.abort();
        throw error;
      }
    },
  };
}

async function* frameOf(
  answer: Promise<string | undefined>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const data = await answer;
  if (signal.aborted) throw signal.reason;
  if (data === undefined) throw new WireError(brokenOff(new Error('the stream of the server ended')));
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  yield new TextEncoder().encode(`${lines.join('')}\n`);
}

/** The id of a request that wants an answer; undefined for notifications and responses. */
function requestId(text: string): RequestId | undefined {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : undefined;
  const id = own(value, 'id');
  return own(value, 'method') !== undefined && isRequestId(id) ? id : undefined;
}

function key(id: RequestId): string {
  return JSON.stringify(id);
}

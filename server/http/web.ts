import type { Answer, Asked } from '../ports/exchange.ts';
import { readBody } from './body.ts';

/** The mount for whatever speaks in web standards: the page's service worker, direct calls, the gateway. */
export function overWeb(answer: (asked: Asked) => Promise<Answer>): (request: Request) => Promise<Response> {
  return async (request) => responseOf(await answer(askedOf(request)));
}

export function askedOf(request: Request): Asked {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    // Read when it is asked for: a Request makes its signal then.
    get signal() {
      return request.signal;
    },
    read: (limit) => readBody(request, limit),
  };
}

export function responseOf({ status, headers, body }: Answer): Response {
  // What flows here is the stream that sse.ts made.
  return new Response(body as string | ReadableStream<Uint8Array> | null, {
    status,
    headers: { ...headers },
  });
}

import type { HeaderPair } from '../../../server/protocol/headers.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { WireError } from './transport.ts';
import { brokenOff, unreachable } from './wire-problems.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Straight to the endpoint by `fetch`: no cookies, no cache, no referrer, no redirect followed. In a page the browser hides Host,
 * Origin and more of the request, and without CORS exposure most headers of a response; both are said as `cors`.
 */
export function direct(fetch: Fetch = platformFetch): Transport {
  return {
    requestView: 'cors',
    async send(request) {
      const response = await call(fetch, request);
      return {
        status: response.status,
        headers: [...response.headers].map(([name, value]): HeaderPair => [name, value]),
        view: response.type === 'cors' || response.type === 'opaqueredirect' ? 'cors' : 'full',
        chunks: chunksOf(response, request.signal),
      } satisfies WireResponse;
    },
  };
}

async function call(fetch: Fetch, request: WireRequest): Promise<Response> {
  try {
    return await fetch(request.url, {
      method: request.http ?? 'POST',
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      ...((request.http ?? 'POST') === 'POST' ? { body: request.text } : {}),
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: request.signal,
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new WireError(unreachable(request.url, error));
  }
}

async function* chunksOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  // Whoever stops reading lets the connection go. An abort ends a platform's stream by itself, but not one that was made in the page.
  const release = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', release, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw signal.reason;
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new WireError(brokenOff(error));
  } finally {
    signal.removeEventListener('abort', release);
    release();
  }
}

export function platformFetch(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init);
}

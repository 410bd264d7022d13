import type { Learner } from './learn.ts';

/** Statuses whose responses have no body (Fetch, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/**
 * The response as it came, chunk by chunk: nothing is collected, and nothing is read before the client is ready for it.
 * @param signal the request's: a client that is gone need not read to the end
 * @param ended called once, when the last byte has passed, either side has given up, or there is no body
 */
export function passing(
  response: Response,
  signal: AbortSignal,
  learner: Learner,
  ended: () => void,
): Response {
  const { status, statusText, headers } = response;
  if (response.body === null || BODILESS.has(status)) {
    ended();
    return new Response(null, { status, statusText, headers });
  }
  const reader = response.body.getReader();
  const end = () => {
    signal.removeEventListener('abort', end);
    ended();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end();
            controller.close();
            return;
          }
          learner.feed(value);
          controller.enqueue(value);
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText, headers });
}

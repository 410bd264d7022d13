import type { Learner } from './learn.ts';

/** Statuses whose responses have no body (Fetch, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** An answer that its replica did not bring to its end. Whoever prints it gets the one line alone: the code here is not to blame. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.message;
  }
}

/**
 * The response as it came, chunk by chunk: nothing is collected, and nothing is read before the client is ready for it.
 * @param signal the request's: a client that is gone need not read to the end
 * A replica that goes in the middle ends an event stream where it stands: each event is whole, and the reader can tell the end from the
 * response that it waits for. Any other answer breaks for the client as well, so that half of it is not taken for the whole.
 * @param brokeOff called where the replica went in the middle; its line tells whoever reads the terminal
 * @param ended called once, when the last byte has passed, either side has given up, or there is no body
 */
export function passing(
  response: Response,
  signal: AbortSignal,
  learner: Learner,
  brokeOff: () => string,
  ended: () => void,
): Response {
  const { status, statusText, headers } = response;
  if (response.body === null || BODILESS.has(status)) {
    ended();
    return new Response(null, { status, statusText, headers });
  }
  const reader = response.body.getReader();
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
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
          // Where the client has gone, this is its own doing.
          const line = signal.aborted ? undefined : brokeOff();
          if (line === undefined || isStream) controller.close();
          else controller.error(new BrokenAnswer(line, { cause: error }));
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

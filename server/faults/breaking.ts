import { withBody } from './answers.ts';

/** A body that breaks off, as when the process dies or the line does: what was sent before stands. */
export function broken(response: Response, sent: Uint8Array): Response {
  return withBody(
    response,
    new ReadableStream<Uint8Array>({
      start(controller) {
        if (sent.length > 0) controller.enqueue(sent);
      },
      // When the reader wants more: an error at the start would throw away what was sent.
      pull(controller) {
        controller.error(new Error('The connection was broken off by a fault of the lab.'));
      },
    }),
  );
}

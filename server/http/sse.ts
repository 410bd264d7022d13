import type { Answer, Leaving } from '../ports/exchange.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { MessageStream } from '../rpc/call.ts';

const ENCODER = new TextEncoder();

/** Streams that are open, so that a shutdown can end them. */
export type OpenStreams = Set<{
  readonly finish: () => void;
  /** Breaks off without a last message, as when the process dies. */
  readonly cut: () => void;
}>;

/**
 * Renders a message stream as Server-Sent Events (R65). The body is pulled: nothing is made before the reader is ready for it.
 * The client ends it by closing the connection (or aborting the request); the server through `open`, with the closing response.
 * @param gone called once, when the stream is over for whatever reason
 */
export function sse(
  stream: MessageStream,
  signal: Leaving,
  open: OpenStreams,
  gone: () => void = () => {},
): Answer {
  let finished = false;
  const leave = () => {
    finished = true;
    open.delete(entry);
    signal.removeEventListener('abort', abort);
    gone();
  };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const entry = {
    finish: () => {
      if (finished) return;
      leave();
      // Past any backpressure: the last message must not wait for a reader that may never come.
      const last = stream.finish();
      if (last !== undefined) controller?.enqueue(frame(last));
      controller?.close();
    },
    cut: () => {
      if (finished) return;
      leave();
      stream.close();
      controller?.error(new Error('The server died.'));
    },
  };
  const abort = () => {
    if (finished) return;
    leave();
    stream.close();
    controller?.close();
  };
  const body = new ReadableStream<Uint8Array>({
    start: (c) => {
      controller = c;
      open.add(entry);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
    },
    pull: async (c) => {
      const item = await stream.next().catch((error: unknown) => {
        leave();
        stream.close();
        throw error;
      });
      if (finished) return;
      if (item.kind === 'closed') {
        leave();
        c.close();
        return;
      }
      c.enqueue(item.kind === 'idle' ? ENCODER.encode(': keep-alive\n\n') : frame(item.message));
      if (item.kind !== 'last') return;
      leave();
      c.close();
    },
    cancel: () => {
      leave();
      stream.close();
    },
  });
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    },
    body,
  };
}

/** One event. JSON text has no raw line breaks, so one data line holds it. */
function frame(message: JsonObject): Uint8Array {
  return ENCODER.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

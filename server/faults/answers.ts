import { isObject, type JsonObject, parseJson } from '../protocol/json.ts';

/** What becomes of one message: others in its place, at once or later through `emit`. */
export type Passing = (message: JsonObject, emit: (message: JsonObject) => void) => void;

const ENCODER = new TextEncoder();

/**
 * Every JSON-RPC message of an answer, a body of JSON or the events of a stream, goes through `pass`; the rest is as it was. A body of
 * JSON holds the one message that was emitted first.
 */
export async function eachMessage(response: Response, pass: Passing): Promise<Response> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.body === null) return response;
  if (type.startsWith('text/event-stream')) return withBody(response, eachEvent(response.body, pass));
  if (!type.startsWith('application/json')) return response;
  const text = await response.text();
  const parsed = parseJson(text);
  let made: JsonObject | undefined;
  if (parsed.ok && isObject(parsed.value)) {
    pass(parsed.value, (message) => {
      made ??= message;
    });
  }
  return withBody(response, made === undefined ? text : JSON.stringify(made));
}

/** The same as `eachMessage`, where each message has exactly one in its place. */
export function rewritten(
  response: Response,
  change: (message: JsonObject) => JsonObject,
): Promise<Response> {
  return eachMessage(response, (message, emit) => emit(change(message)));
}

/** An answer with another body, and no length or status that would contradict it. */
export function withBody(response: Response, body: string | ReadableStream<Uint8Array> | null): Response {
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  return new Response(body, { status: response.status, headers });
}

/** One event of a stream. */
export function eventOf(message: JsonObject): Uint8Array {
  return ENCODER.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

function eachEvent(body: ReadableStream<Uint8Array>, pass: Passing): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let over = false;
  const tell = (controller: ReadableStreamDefaultController<Uint8Array>, block: string): void => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    const parsed = data === undefined ? undefined : parseJson(data);
    if (parsed?.ok !== true || !isObject(parsed.value)) controller.enqueue(ENCODER.encode(`${block}\n\n`));
    else
      pass(parsed.value, (message) => {
        if (!over) controller.enqueue(eventOf(message));
      });
  };
  return new ReadableStream({
    async start(controller) {
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (over) return;
          if (done) break;
          rest += decoder.decode(value, { stream: true });
          const blocks = rest.split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) tell(controller, block);
        }
        over = true;
        controller.close();
      } catch (error) {
        over = true;
        controller.error(error);
      }
    },
    cancel(reason) {
      over = true;
      return reader.cancel(reason);
    },
  });
}

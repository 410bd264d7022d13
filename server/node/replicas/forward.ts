import { type IncomingMessage, request } from 'node:http';
import { NotTaken } from '../../gateway/replica.ts';
import { HOP_BY_HOP } from '../../protocol/sendable-headers.ts';
import { codeOf } from '../exclusive-file.ts';

/** Belonging to one connection, or made anew; all others go on as they are, Host included. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'expect', 'content-length']);

/**
 * Sends requests to a port of loopback, over a connection of their own each: on a kept one, a replica that has just died could not
 * be told from one that had the request. Host and URL stay those of the client, so the replica judges Host and Origin as if the
 * client had come to it. The body is sent whole, the answer is read as the client reads it.
 * @param port where the replica listens now; undefined while it does not run
 * @returns rejects with NotTaken where no connection could be made
 */
export function forwardTo(port: () => number | undefined): (from: Request) => Promise<Response> {
  return async (from) => {
    const to = port();
    if (to === undefined) throw new NotTaken('The replica is not running');
    const body = from.body === null ? undefined : new Uint8Array(await from.arrayBuffer());
    const { pathname, search } = new URL(from.url);
    const headers = Object.fromEntries([...from.headers].filter(([name]) => !OF_THE_CONNECTION.has(name)));
    if (body !== undefined) headers['content-length'] = String(body.byteLength);
    const options = { host: '127.0.0.1', port: to, method: from.method, path: pathname + search, headers };
    return await new Promise((resolve, reject) => {
      const sending = request({ ...options, agent: false, signal: from.signal }, (answer) =>
        resolve(responseOf(answer)),
      );
      sending.on('error', (error) =>
        reject(codeOf(error) === 'ECONNREFUSED' ? new NotTaken(error.message) : error),
      );
      sending.end(body);
    });
  };
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    if (OF_THE_CONNECTION.has(name)) continue;
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = answer.statusCode ?? 502;
  const bodiless = status === 204 || status === 205 || status === 304;
  if (bodiless) answer.resume();
  return new Response(bodiless ? null : bodyOf(answer), { status, headers });
}

/** Read as it is asked for. A replica that dies in the middle breaks it off. */
function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Where nobody reads any more, a broken connection is nobody's failure.
  answer.on('error', () => {});
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = answer[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel() {
        answer.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

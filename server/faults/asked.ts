import { CODES } from '../protocol/codes.ts';
import { isObject, type JsonObject, own, ownString, parseJson } from '../protocol/json.ts';
import type { Around, Fetch } from './fault.ts';

/** What a request asks, as far as a fault needs it. */
export interface AskedOf {
  /** The JSON-RPC method; empty where the body is no request. */
  readonly method: string;
  readonly id: string | number;
  readonly params: JsonObject;
  readonly text: string;
}

/** Methods that a fault can be narrowed to, and all of them. */
export const ANY = 'any';
export const NARROWED: readonly string[] = [
  ANY,
  'server/discover',
  'tools/list',
  'tools/call',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
  'subscriptions/listen',
];

/** Reads a request and leaves its body to whoever serves it. */
export async function askedOf(request: Request): Promise<AskedOf> {
  const text = request.method === 'POST' ? await request.clone().text() : '';
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : undefined;
  const id = own(value, 'id');
  const params = own(value, 'params');
  return {
    method: ownString(value, 'method') ?? '',
    id: typeof id === 'string' || typeof id === 'number' ? id : 0,
    params: isObject(params) ? params : {},
    text,
  };
}

export function concerns(asked: AskedOf, method: string): boolean {
  return method === ANY || asked.method === method;
}

/** A result in the server's place. */
export function result(asked: AskedOf, value: JsonObject): Response {
  return Response.json({ jsonrpc: '2.0', id: asked.id, result: value }, { headers: NO_STORE });
}

/** The same answer as for any id that the server does not know. */
export function unknownTask(asked: AskedOf): Response {
  const error = { code: CODES.invalidParams, message: 'Task not found: the id is unknown here' };
  return Response.json({ jsonrpc: '2.0', id: asked.id, error }, { headers: NO_STORE });
}

/** The same request with another text, or for later: it does not end with the connection that brought it. */
export function again(request: Request, text: string): Request {
  return new Request(request.url, { method: request.method, headers: request.headers, body: text });
}

/** Resolves after `ms` of real time, or when the client has gone. */
export function waiting(around: Around, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = around.machine.after(ms, resolve);
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}

/** A wrapper for those who look at each request. */
export function forEach(
  serve: (asked: AskedOf, request: Request, inner: Fetch) => Promise<Response>,
): (inner: Fetch) => Fetch {
  return (inner) => async (request) => serve(await askedOf(request), request, inner);
}

const NO_STORE = { 'Cache-Control': 'no-store' };

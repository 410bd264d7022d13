import { CODES } from '../protocol/codes.ts';
import { own, parseJson } from '../protocol/json.ts';
import { errorResponse, isRequestId } from '../protocol/jsonrpc.ts';

type Body = Uint8Array | undefined;

/** Every replica was tried. */
export function noneUp(body: Body): Response {
  return refusal(503, 'No replica of the server can be reached now: try again', body);
}

/** The one replica that got the request broke off before it answered; it is not known what it did. */
export function brokenOff(body: Body): Response {
  return refusal(
    502,
    'The replica broke off before it answered: whether it did the work is not known, so it was not asked again',
    body,
  );
}

/** The one replica that got the request did not begin an answer in time. */
export function tooLate(body: Body): Response {
  return refusal(
    504,
    'The replica did not begin its answer in time: whether it did the work is not known',
    body,
  );
}

/** The request table is full. */
export function busy(): Response {
  return refusal(503, 'The gateway has too many requests under way: try again', undefined);
}

/** The body is beyond the servers' limit of `most` bytes. */
export function tooLarge(most: number): Response {
  return refusal(413, `The body is larger than ${most / (1024 * 1024)} MB`, undefined, CODES.invalidRequest);
}

/** A method that no request of the Fetch standard can have, so none can be sent on. */
export function notServed(method: string): Response {
  return refusal(501, `${method} is not served here`, undefined, CODES.invalidRequest);
}

/** Nobody reads this. */
export function clientGone(): Response {
  return new Response(null, { status: 499 });
}

function refusal(status: number, message: string, body: Body, code: number = CODES.internal): Response {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (status === 503) headers.set('Retry-After', '1');
  const error = errorResponse(idIn(body), { code, message });
  return new Response(JSON.stringify(error), { status, headers });
}

/** The id to answer, where the body is a request. */
function idIn(body: Body) {
  const parsed = body === undefined ? undefined : parseJson(new TextDecoder().decode(body));
  const id = parsed?.ok === true ? own(parsed.value, 'id') : undefined;
  return isRequestId(id) ? id : undefined;
}

import { announcedBytes, type ReadBody } from '../ports/exchange.ts';

/** The largest request body, bytes. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** Reads a body of strict UTF-8 up to `limit` bytes; stops reading where it is larger, whatever Content-Length says. */
export async function readBody(request: Request, limit: number = MOST_BYTES): Promise<ReadBody> {
  const announced = announcedBytes(request.headers.get('content-length'));
  if (announced !== undefined && announced > limit) return { ok: false, reason: 'too-large' };
  if (announced !== undefined) return readAnnounced(request, limit);
  if (request.body === null) return { ok: true, text: '' };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let text = '';
  try {
    const reader = request.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, text: text + decoder.decode() };
      size += value.byteLength;
      if (size > limit) {
        await reader.cancel();
        return { ok: false, reason: 'too-large' };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // No UTF-8, or the connection broke: then nobody reads the answer anyway.
    return { ok: false, reason: 'unreadable' };
  }
}

/** The body of a known length in one piece, which a server reads at a fraction of what a stream costs. */
async function readAnnounced(request: Request, limit: number): Promise<ReadBody> {
  try {
    const bytes = await request.arrayBuffer();
    // HTTP ends a body where its length says; what is made in a page need not keep to it.
    if (bytes.byteLength > limit) return { ok: false, reason: 'too-large' };
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

/** Whether Content-Type is JSON. */
export function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true;
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

/** What clients of this protocol send as a rule (Streamable HTTP, "Sending Messages"). */
const BOTH = 'application/json, text/event-stream';

/** Whether Accept admits all of these media types. A missing header admits everything (RFC 9110, section 12.5.1). */
export function accepts(accept: string | null, ...types: readonly string[]): boolean {
  if (accept === null) return true;
  if (accept === BOTH && types.every((type) => BOTH.includes(type))) return true;
  const parts = accept.split(',').map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()));
  return types.every((type) => {
    const ranges = [type, `${type.split('/')[0]}/*`, '*/*'];
    return parts.some(
      ([range = '', ...parameters]) =>
        ranges.includes(range) && !parameters.some((p) => /^q=0(\.0*)?$/.test(p)),
    );
  });
}

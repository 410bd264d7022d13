/**
 * The request's body, so that it can be sent to a second replica where the first is down. Reading stops beyond `limit` bytes. Such a
 * body is not sent on: a replica refuses it before it has read it all, which cannot be told from one that broke off.
 * @returns undefined where there is no body. Rejects where the connection breaks.
 */
export async function takeBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | undefined> {
  if (request.body === null) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  while (size <= limit) {
    const { done, value } = await reader.read();
    if (done) return joined(parts, size);
    parts.push(value);
    size += value.byteLength;
  }
  await reader.cancel();
  return 'too-large';
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/**
 * The request's body, so that it can be sent to a second replica where the first is down. Reading stops beyond `limit` bytes: a
 * server whose own limit is not above it refuses what it gets then, as it would have refused the whole.
 * @returns undefined where there is no body. Rejects where the connection breaks.
 */
export async function takeBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
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
  return joined(parts, size);
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

const MOST_BYTES = 65_536;

/**
 * A request's body as text, undefined where it is larger than 64 KiB or no UTF-8. A byte order mark stays in it, so that who reads the
 * text and who reads what is passed on read the same. @param most bytes
 */
export async function smallBody(request: Request, most = MOST_BYTES): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let size = 0;
  const reader = request.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > most) {
        await reader?.cancel();
        return undefined;
      }
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  } catch {
    return undefined;
  }
}

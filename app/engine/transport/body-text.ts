import { base64 } from '../../../server/protocol/headers.ts';
import type { Body } from '../../../server/protocol/recording.ts';

/** All chunks of a body as one: its very text (a byte order mark included), or base64 where the bytes are not UTF-8. */
export function bodyOf(chunks: readonly Uint8Array[]): Body {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    let text = '';
    for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return { text: text + decoder.decode() };
  } catch {
    return { base64: base64(joined(chunks)) };
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

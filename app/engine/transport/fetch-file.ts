import type { Problem } from '../../../server/protocol/problem.ts';

export type Fetched =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Problem };

/** A larger file is better saved and chosen. bytes */
const MOST = 256 * 1024 * 1024;

/**
 * Fetches a file from an address that a person has confirmed (attack 17): without credentials or referrer, and without following a
 * redirect, which would lead to a host that nobody has seen.
 */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal,
    });
    if (!response.ok)
      return failed('status', `The server answered ${response.status}.`, 'Check the address.');
    return await readText(response);
  } catch {
    return failed(
      'not-fetched',
      'The recording could not be fetched: no answer, a redirect, or a server that lets no other page read it.',
      'Save the file and choose it here instead.',
    );
  }
}

async function readText(response: Response): Promise<Fetched> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { ok: true, text: '' };
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { ok: true, text: text + decoder.decode() };
    bytes += value.length;
    if (bytes > MOST) {
      await reader.cancel();
      return failed(
        'too-large',
        'The recording has more than 256 MB.',
        'Save the file and choose it here instead.',
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}

function failed(code: string, message: string, next: string): Fetched {
  return { ok: false, problem: { kind: 'network', code, message, next } };
}

import type { HeaderPair } from './headers.ts';

/**
 * All headers of a request through the bridge, in their order: the page's own, with what the bridge writes by itself around them. Both sides
 * know it, so that a page can tell before what will be sent, and the log holds what was.
 * @param host of the URL, with the port where it is not the scheme's own
 * @param bodyBytes undefined where there is no body
 */
export function bridgedHeaders(
  host: string,
  headers: readonly HeaderPair[],
  bodyBytes: number | undefined,
): readonly HeaderPair[] {
  return [
    ['host', host],
    ['connection', 'close'],
    ...headers,
    ...(bodyBytes === undefined ? [] : [['content-length', String(bodyBytes)] as const]),
  ];
}

/** The page's own among them: what it asks the bridge to send. */
export function withoutBridged(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  return headers.filter(([name]) => !WRITTEN.has(name));
}

/** As the bridge writes them; a page that spells one in another way wants it as its own, and is told that this cannot be. */
const WRITTEN: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);

import { readEndpoint } from '../../engine/index.ts';
import { browserStore, type SmallStore } from '../../ui/storage.ts';

/** The endpoints that this browser has used, and what an address may look like before it is used. */

const KEY = 'taskscope.endpoints';
const MOST = 12;

/** Endpoints in this browser's list, the last used first. */
export function recentEndpoints(storage: SmallStore = browserStore): readonly string[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((url): url is string => typeof url === 'string') : [];
  } catch {
    return [];
  }
}

const listeners = new Set<() => void>();

function keep(urls: readonly string[], storage: SmallStore): void {
  storage.setItem(KEY, JSON.stringify(urls.slice(0, MOST)));
  for (const changed of listeners) changed();
}

/** The list as it is stored; the same text means the same list. */
export function listedText(): string {
  return browserStore.getItem(KEY) ?? '';
}

/** @returns what ends it */
export function subscribeToList(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Puts an endpoint at the head of the list. */
export function rememberEndpoint(url: string, storage: SmallStore = browserStore): void {
  keep([url, ...recentEndpoints(storage).filter((other) => other !== url)], storage);
}

/** Takes an endpoint out of the list: it will not connect by itself any more. @returns what puts it back where it was */
export function forgetEndpoint(url: string, storage: SmallStore = browserStore): () => void {
  const before = recentEndpoints(storage);
  keep(
    before.filter((other) => other !== url),
    storage,
  );
  if (!before.includes(url)) return () => undefined;
  return () => {
    const now = recentEndpoints(storage).filter((other) => other !== url);
    // What was used meanwhile stays before it.
    const at = now.filter((other) => !before.includes(other)).length + before.indexOf(url);
    keep([...now.slice(0, at), url, ...now.slice(at)], storage);
  };
}

const SECRET_PARAMETER =
  /token|secret|password|passwd|api[-_]?key|^key$|^auth|credential|signature|^sig$|^code$/i;

/** An address without user info, token-like query parameters and fragment: fit for the address bar and the history (attack 17). */
export function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}

/** What to do with the address that the page was opened with. Only listed endpoints connect by themselves (attack 17). */
export type FirstStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'connect'; readonly url: string }
  | { readonly kind: 'ask'; readonly url: string };

/** @param own the server in this page, which is no stranger: nothing leaves the page */
export function firstStep(linked: string | undefined, recent: readonly string[], own?: string): FirstStep {
  if (linked === undefined || linked === '') {
    const [last] = recent;
    return last === undefined ? { kind: 'none' } : { kind: 'connect', url: last };
  }
  const clean = withoutSecrets(linked);
  const read = readEndpoint(clean);
  const url = read.ok ? read.url : clean;
  return recent.includes(url) || url === own ? { kind: 'connect', url } : { kind: 'ask', url };
}

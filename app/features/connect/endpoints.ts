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

/** Puts an endpoint at the head of the list. */
export function rememberEndpoint(url: string, storage: SmallStore = browserStore): void {
  const rest = recentEndpoints(storage).filter((other) => other !== url);
  storage.setItem(KEY, JSON.stringify([url, ...rest].slice(0, MOST)));
}

/** Takes an endpoint out of the list: it will not connect by itself any more. */
export function forgetEndpoint(url: string, storage: SmallStore = browserStore): void {
  storage.setItem(KEY, JSON.stringify(recentEndpoints(storage).filter((other) => other !== url)));
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

export function firstStep(linked: string | undefined, recent: readonly string[]): FirstStep {
  if (linked === undefined || linked === '') {
    const [last] = recent;
    return last === undefined ? { kind: 'none' } : { kind: 'connect', url: last };
  }
  const clean = withoutSecrets(linked);
  const read = readEndpoint(clean);
  const url = read.ok ? read.url : clean;
  return recent.includes(url) ? { kind: 'connect', url } : { kind: 'ask', url };
}

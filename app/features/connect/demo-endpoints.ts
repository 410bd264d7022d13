/** True in the build for static hosts: there is no server behind the page. */
export const IS_STATIC: boolean = import.meta.env.MODE === 'static';

/** Where the page is served. A static host may have it anywhere; its views are in the fragment then, so the path is the page's own. */
export function pageBase(): string {
  return new URL(IS_STATIC ? '.' : '/', location.href).href;
}

/** The demo server in this page. */
export function inPageUrl(): string {
  return `${pageBase()}in-page/mcp`;
}

/** The demo server that comes with the page: that of the command, or else the one in the page. */
export function bundledUrl(): string {
  return IS_STATIC ? inPageUrl() : `${pageBase()}mcp`;
}

/** Where an authorisation server leads back to. A static host knows one page alone, so there it is that page with a query. */
export function callbackUrl(): string {
  return IS_STATIC ? pageBase() : `${pageBase()}oauth/callback`;
}

/** Whether an address is the answer of an authorisation server. What it is worth its state alone decides. */
export function isCallback({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (!IS_STATIC) return pathname === '/oauth/callback';
  const query = new URLSearchParams(search);
  return query.has('state') && (query.has('code') || query.has('error'));
}

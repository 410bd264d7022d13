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

import type { Problem } from '../../../server/protocol/problem.ts';

/** What a page may not do, whatever the server would answer: known from the two addresses alone. */
export type Hindrance = 'mixed-content' | 'local-network';

/**
 * What hinders the page's browser from asking this URL, as far as the addresses tell: a page of https may not ask a server of http beyond
 * this machine, and a page from elsewhere needs a person's permission for addresses of this machine and its network.
 * @param page the page's own address; undefined where there is none
 */
export function hindranceOf(url: string, page: string | undefined): Hindrance | undefined {
  const from = page === undefined ? undefined : new URL(page);
  const to = new URL(url);
  if (from === undefined || isLocalName(from.hostname)) return undefined;
  if (from.protocol === 'https:' && to.protocol === 'http:' && !isLocalName(to.hostname))
    return 'mixed-content';
  return isNearName(to.hostname) && !isNearName(from.hostname) ? 'local-network' : undefined;
}

/** The bridge got an answer where the browser got none. @param status of that answer */
export function blockedByBrowser(url: string, status: number | undefined, page = pageAddress()): Problem {
  const { host } = new URL(url);
  const answers = `${host} answers${status === undefined ? '' : ` (HTTP ${status})`}`;
  const bridge = 'choose "through the bridge" in the endpoint options';
  const origin = page === undefined ? "this page's origin" : `the origin ${new URL(page).origin}`;
  switch (hindranceOf(url, page)) {
    case 'mixed-content':
      return {
        kind: 'cors',
        code: 'mixed-content',
        message: `${answers}, but a page of https may not ask a server of http (mixed content).`,
        next: `Serve the endpoint by https, or ${bridge}.`,
      };
    case 'local-network':
      return {
        kind: 'cors',
        code: 'local-network',
        message: `${answers}, but the browser keeps this page from addresses of your machine and its network.`,
        next: `Allow access to the local network in the browser's settings of this page, or ${bridge}.`,
      };
    default:
      return {
        kind: 'cors',
        code: 'blocked',
        message: `${answers}, but does not allow this page's origin (CORS).`,
        next: `Let the server allow ${origin} and the Mcp-* headers, or ${bridge}.`,
      };
  }
}

/** For a problem whose cause the bridge could tell, if it were let in. */
export function withKeyHint(problem: Problem): Problem {
  return {
    ...problem,
    next: `${problem.next} With the link that the terminal shows, the bridge finds the cause: open it, or paste it under "Endpoint options".`,
  };
}

export function isLocalName(hostname: string): boolean {
  return /^((.+\.)?localhost\.?|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** This machine or a private network, by the look of the name. */
function isNearName(hostname: string): boolean {
  return (
    isLocalName(hostname) || /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cd])|\.local$/.test(hostname)
  );
}

export function pageAddress(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href;
}

import type { Problem } from '../../../server/protocol/problem.ts';
import { hindranceOf, isLocalName, pageAddress } from './way-problems.ts';

/**
 * The problems of the way to the server, in words. A page cannot tell a refused connection from a name that does not resolve, a
 * certificate or a missing CORS header: the browser says one and the same TypeError. So the message names the likely causes, as such.
 */
export function unreachable(url: string, error: unknown, page = pageAddress()): Problem {
  const { host, hostname } = new URL(url);
  const hindrance = hindranceOf(url, page);
  if (hindrance === 'mixed-content')
    return {
      kind: 'cors',
      code: 'mixed-content',
      message: `A page of https may not ask ${host} by http (mixed content).`,
      ...detailOf(error),
      next: 'Serve the endpoint by https, or start taskscope on your machine and use the page that it serves.',
    };
  // CORS is no matter between a page and the server that it came from.
  if (page !== undefined && new URL(page).host === host)
    return {
      kind: 'network',
      code: 'unreachable',
      message: `No answer from ${host}, where this page comes from: the server is not running.`,
      ...detailOf(error),
      next: 'Start it again with the same command; what may be repeated is tried again by itself.',
    };
  const local = isLocalName(hostname);
  const likely = [
    ...(hindrance === 'local-network'
      ? ['the browser keeps this page from your machine and its network']
      : []),
    ...(local ? ['the server is not running'] : ['the server is down', 'the name or certificate is wrong']),
  ];
  const next = local
    ? "Check that the server runs on that port; then that it allows this page's origin and the Mcp-* headers."
    : 'Open the URL in a new tab: an error page there means network, name or certificate; any answer there means CORS.';
  const permission = "Look for the local network among the page's permissions in the browser. ";
  return {
    kind: 'network',
    code: 'unreachable',
    message: `No answer from ${host}. The browser does not say why; likely: ${likely.join(', ')}, or it does not allow this page's origin (CORS).`,
    ...detailOf(error),
    next: hindrance === 'local-network' ? `${permission}${next}` : next,
  };
}

export function brokenOff(error: unknown): Problem {
  return {
    kind: 'network',
    code: 'broken-off',
    message: 'The connection broke off in the middle of the response.',
    ...detailOf(error),
    next: 'Look whether the server stopped or restarted; what may be repeated is tried again by itself.',
  };
}

export function timedOut(ms: number): Problem {
  return {
    kind: 'network',
    code: 'timeout',
    message: `No complete answer within ${Math.round(ms / 1_000)} s.`,
    next: 'The server may be busy or hang; what may be repeated is tried again by itself.',
  };
}

export function closedByUs(): Problem {
  return {
    kind: 'network',
    code: 'closed',
    message: 'The request was closed from this side before its answer came.',
    next: 'Nothing is needed.',
  };
}

/** The page went away while the request was open. */
export function cutOff(method: string): Problem {
  const unknown = method === 'tasks/update' || method === 'tools/call' || method === 'tasks/cancel';
  return {
    kind: 'network',
    code: 'cut',
    message: `The page was closed or reloaded before the answer to ${method} came${unknown ? '; it is unknown whether it arrived' : ''}.`,
    next: unknown
      ? "Look at the task's state before you send it again; it is never sent again by itself."
      : 'It is asked again by itself.',
  };
}

export function bodyTooLarge(limit: number): Problem {
  return {
    kind: 'limit',
    code: 'body-too-large',
    message: `The response is larger than ${megabytes(limit)}; reading stopped there.`,
    next: 'Let the tool hand out a link to a large result instead of inlining it.',
  };
}

export function frameTooLarge(limit: number): Problem {
  return {
    kind: 'limit',
    code: 'frame-too-large',
    message: `One event of the stream is larger than ${megabytes(limit)}; the stream was closed.`,
    next: 'Look at what the server writes: a line without an end, or a result that belongs into an artifact.',
  };
}

export function streamTooLong(limit: number): Problem {
  return {
    kind: 'limit',
    code: 'stream-too-long',
    message: `The stream brought more than ${megabytes(limit)}; it was closed so that this page stays usable.`,
    next: 'Look at how often the server sends; start a new recording if this much is meant.',
  };
}

export function notUtf8(): Problem {
  return {
    kind: 'framing',
    code: 'not-utf8',
    message: 'The event stream is not UTF-8, as SSE must be; it was closed.',
    next: "Look at the server's encoding; the offending bytes are kept as base64.",
  };
}

function megabytes(limit: number): string {
  return limit >= 1_048_576 ? `${Math.round(limit / 1_048_576)} MiB` : `${limit} bytes`;
}

function detailOf(error: unknown): { detail?: string } {
  if (!(error instanceof Error)) return {};
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return { detail: `${error.message}${cause}` };
}

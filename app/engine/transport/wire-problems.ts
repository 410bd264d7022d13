import type { Problem } from '../../../server/protocol/problem.ts';

/**
 * The problems of the way to the server, in words. A page cannot tell a refused connection from a name that does not resolve, a
 * certificate or a missing CORS header: the browser says one and the same TypeError. So the message names the likely causes.
 */
export function unreachable(url: string, error: unknown): Problem {
  const { host, hostname } = new URL(url);
  const local = /^(localhost|127\.|\[::1\])/.test(hostname);
  return {
    kind: 'network',
    code: 'unreachable',
    message: local
      ? `No answer from ${host}: the server is not running, or it does not allow this page's origin (CORS).`
      : `No answer from ${host}: the server is down, the name or certificate is wrong, or it does not allow this page's origin (CORS).`,
    ...detailOf(error),
    next: local
      ? "Check that the server runs on that port; then that it allows this page's origin and the Mcp-* headers."
      : 'Open the URL in a new tab: an error page there means network, name or certificate; any answer there means CORS.',
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

import { CODES, codeName } from '../../../server/protocol/codes.ts';
import { own } from '../../../server/protocol/json.ts';
import type { RpcErrorBody } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';

/** The problems that a complete HTTP answer can have. One function a case, so that every text stands in one place. */

export function statusProblem(status: number, text: string): Problem {
  const hint =
    status === 401
      ? 'The server wants credentials: sign in, or set a bearer token or a header under "Endpoint options".'
      : status === 403
        ? 'The server refuses these credentials, this host or this origin: its log says which; a token is set under "Endpoint options".'
        : status === 404
          ? 'Check the path of the endpoint: an MCP endpoint often ends in /mcp.'
          : status === 405
            ? 'The URL is answered by something that takes no POST: check the path.'
            : status === 429
              ? 'Wait as long as Retry-After says, or poll less often.'
              : status >= 500
                ? "Look at the server's log; what may be repeated is tried again by itself."
                : 'Read the body and the headers of the response.';
  return {
    kind: 'http',
    code: 'status',
    message: `The server answered with HTTP ${status} and no JSON-RPC message.`,
    ...excerpt(text),
    next: hint,
    number: status,
  };
}

export function redirectProblem(status: number): Problem {
  return {
    kind: 'http',
    code: 'redirect',
    message: 'The server redirects elsewhere; a redirect is never followed by itself.',
    next: 'Connect to the final address directly, if you trust it (a page may not see it: open the URL in a new tab).',
    ...(status === 0 ? {} : { number: status }),
  };
}

export function emptyProblem(status: number): Problem {
  return {
    kind: 'json',
    code: 'empty',
    message: `The response (HTTP ${status}) has an empty body; a JSON-RPC request needs a response.`,
    next: 'Look at the server: it may have taken the request for a notification, or crashed on it.',
    number: status,
  };
}

export function htmlProblem(status: number, text: string): Problem {
  return {
    kind: 'json',
    code: 'html',
    message: 'The server answered with an HTML page instead of a JSON-RPC message.',
    ...excerpt(text),
    next: 'Check the path of the endpoint; a web server, proxy or login page answers there.',
    number: status,
  };
}

export function notJsonProblem(reason: string, text: string): Problem {
  return {
    kind: 'json',
    code: 'not-json',
    message: `The body is not JSON: ${reason}.`,
    ...excerpt(text),
    next: 'Read the raw body in the traffic list.',
  };
}

export function tooDeepProblem(reason: string): Problem {
  return {
    kind: 'limit',
    code: 'too-deep',
    message: `The body is ${reason}, so only its text is shown.`,
    next: 'Read the raw body in the traffic list; no answer is taken from it.',
  };
}

export function notMessageProblem(reason: string): Problem {
  return {
    kind: 'rpc',
    code: 'not-a-message',
    message: `The body is JSON but no JSON-RPC response: ${reason}.`,
    next: 'Compare the body with the JSON-RPC response shape: jsonrpc, id, and a result or an error.',
  };
}

export function wrongIdProblem(expected: unknown, found: unknown): Problem {
  return {
    kind: 'rpc',
    code: 'wrong-id',
    message: `The response has id ${JSON.stringify(found) ?? 'none'}, the request had ${JSON.stringify(expected)}.`,
    next: 'The answer may belong to another request; it is not used.',
  };
}

export function unknownResultTypeProblem(found: unknown): Problem {
  const shown = typeof found === 'string' ? `"${found}"` : (JSON.stringify(found) ?? 'missing');
  return {
    kind: 'rpc',
    code: 'unknown-result-type',
    message: `resultType ${shown} is unknown, so the result is invalid and not a success.`,
    next: 'The specification defines complete and input_required, and task where the extension was declared.',
  };
}

export function wrongResultTypeProblem(method: string, found: string): Problem {
  return {
    kind: 'rpc',
    code: 'wrong-result-type',
    message: `resultType "${found}" is not allowed on a result of ${method}.`,
    next: `A result of ${method} has resultType "complete".`,
  };
}

export function notATaskProblem(reason: string): Problem {
  return {
    kind: 'rpc',
    code: 'not-a-task',
    message: `The result is no task: ${reason}.`,
    next: 'Compare the result with the flat task of the Tasks extension.',
  };
}

export function nestedTaskProblem(): Problem {
  return {
    kind: 'rpc',
    code: 'nested-task',
    message:
      'The result holds a nested task, the shape of the older generation (2025-11-25), and no resultType.',
    next: 'A server of 2026-07-28 answers with resultType "task" and the fields of the task beside it; this task is not watched.',
  };
}

export function wrongTaskProblem(expected: string, found: string): Problem {
  return {
    kind: 'rpc',
    code: 'wrong-task',
    message: `Asked for task ${expected}, the server answered about ${found}.`,
    next: 'The answer is not used. Look for a mix-up of routes or caches on the server.',
  };
}

export function noResponseProblem(): Problem {
  return {
    kind: 'framing',
    code: 'no-response',
    message: 'The event stream ended without the response to the request.',
    next: 'What the request did is unknown: look at the task or the server before sending it again.',
  };
}

/** @param data the error's data as sent, where there is any; numbers in it are never read and written again */
export function rpcProblem(
  error: RpcErrorBody,
  httpStatus: number | undefined,
  data: string | undefined,
): Problem {
  const name = codeName(error.code);
  const http = httpStatus === undefined || httpStatus === 200 ? '' : ` (HTTP ${httpStatus})`;
  return {
    kind: 'rpc',
    code: 'error',
    message: `The server answered with error ${error.code}${name === undefined ? '' : ` ${name}`}${http}: ${error.message}`,
    ...(data === undefined ? {} : { detail: data.slice(0, 2_000) }),
    next: nextAfter(error),
    number: error.code,
  };
}

function nextAfter(error: RpcErrorBody): string {
  switch (error.code) {
    case CODES.invalidRequest:
      if (/session|initialize/i.test(error.message))
        return 'This looks like a server of an older generation, which begins with initialize. Connect again: the page then finds the generation by itself.';
      return "Read the error's data and the server's log.";
    case CODES.invalidParams:
      return 'Check the arguments; for a task: it may be unknown to this server, expired, or not yours.';
    case CODES.methodNotFound:
      return 'The server does not know the method: check its capabilities under Discovery.';
    case CODES.headerMismatch:
      return 'Compare the Mcp-* headers with the body: the view of the request marks what differs.';
    case CODES.missingCapability:
      return 'The request must declare the tasks extension in _meta; this inspector does, so look at what the server read.';
    case CODES.unsupportedVersion: {
      const supported = own(error.data, 'supported');
      return `The server supports ${Array.isArray(supported) ? supported.join(', ') : 'other versions'}.`;
    }
    default:
      return "Read the error's data and the server's log.";
  }
}

function excerpt(text: string): { detail?: string } {
  const start = text.slice(0, 300).trim();
  return start === '' ? {} : { detail: start };
}

import type { FetchLike } from '@modelcontextprotocol/client';
import type { HeaderPair } from '../../../../server/protocol/headers.ts';
import type { Problem } from '../../../../server/protocol/problem.ts';
import type { Sender } from '../sender.ts';
import { bodySecrets } from './body-secrets.ts';

/** No answer came. A TypeError, as `fetch` has it, with what the way there knows of the cause. */
export class Unreached extends TypeError {
  readonly url: string;
  readonly problem: Problem | undefined;

  constructor(url: string, problem: Problem | undefined) {
    super(problem?.message ?? `no answer from ${url}`);
    this.url = url;
    this.problem = problem;
  }
}

/** Statuses whose responses have no body by definition; `Response` refuses one. */
const BODILESS = new Set([101, 204, 205, 304]);

/**
 * The `fetch` that the OAuth functions get: each of their requests is an exchange in the log like any other, named by what it is for.
 * No redirect is followed. @param cause seq of the action behind it
 */
export function authFetch(sender: Sender, endpoint: string, cause: number): FetchLike {
  return async (input, init = {}) => {
    const url = String(input);
    const http = init.method === 'POST' ? 'POST' : 'GET';
    const headers = [...new Headers(init.headers)].map(([name, value]): HeaderPair => [name, value]);
    const text = init.body === undefined || init.body === null ? '' : String(init.body);
    const typed = init.body instanceof URLSearchParams && !headers.some(([name]) => name === 'content-type');
    const received = await sender.step({
      endpoint,
      url,
      http,
      headers: typed ? [...headers, ['content-type', 'application/x-www-form-urlencoded']] : headers,
      text,
      cause,
      step: stepOf(url, http, text),
      secrets: bodySecrets,
      prefersBridge: true,
      ...(init.signal ? { signal: init.signal } : {}),
    });
    const { status, problem, body } = received;
    // The functions take a TypeError as "the way is barred" and try without their own header, as a page needs for some servers.
    if (status === undefined || status < 200) throw new Unreached(url, problem);
    const content = body !== null && 'text' in body && !BODILESS.has(status) ? body.text : null;
    return new Response(content, {
      status,
      headers: received.headers.map(([name, value]): [string, string] => [name, value]),
    });
  };
}

/** What a request is for, as the log and the views name it. */
function stepOf(url: string, http: 'GET' | 'POST', text: string): string {
  if (http === 'GET')
    return url.includes('/.well-known/oauth-protected-resource') ? 'resource-metadata' : 'server-metadata';
  if (text.startsWith('{')) return 'registration';
  return new URLSearchParams(text).get('grant_type') === 'refresh_token' ? 'token-refresh' : 'token';
}

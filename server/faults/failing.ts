import { ANY, concerns, forEach, NARROWED } from './asked.ts';
import { choice, type FaultKind, faultKind, whole } from './kind.ts';

/** What a front or a server says when it fails, in the place of an answer. */
export interface Failure {
  readonly name: string;
  readonly title: string;
  readonly breaks: string;
  readonly look: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly type: string;
}

/** A fault that answers every nth request with a failure of HTTP; the server never sees the request. */
export function failing({ name, title, breaks, look, status, headers, body, type }: Failure): FaultKind {
  return faultKind({
    name,
    title,
    group: 'http',
    breaks,
    look,
    parameters: {
      method: choice('Which requests', ANY, NARROWED),
      every: whole('Every how many of them', 2, 1, 1000),
    },
    make: ({ method, every }) => {
      let count = 0;
      return {
        wrapFetch: forEach(async (asked, request, inner) => {
          if (!concerns(asked, method)) return inner(request);
          count += 1;
          if (count % every !== 0) return inner(request);
          return new Response(body, { status, headers: { 'Content-Type': type, ...headers } });
        }),
      };
    },
  });
}

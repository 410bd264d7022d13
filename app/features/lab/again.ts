import type { Exchange } from '../../engine/index.ts';

/** Faults that answer with a status of their own. */
const STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503]);

/** What each method is broken with where nothing is wrong with the message yet. */
const BY_METHOD: Readonly<Record<string, string>> = {
  'server/discover': 'never-declares',
  'tools/call': 'crash-before-answer',
  'tasks/get': 'stale-reads',
  'tasks/update': 'question-withdrawn',
  'tasks/cancel': 'cancel-late',
  'subscriptions/listen': 'listen-dies',
};

/** The fault of the lab that makes a message like this one happen again. */
export function againOf(
  exchange: Pick<Exchange, 'method' | 'httpStatus' | 'state' | 'taskStatus' | 'problem'>,
): string {
  const { method, httpStatus, state, taskStatus, problem } = exchange;
  if (httpStatus !== undefined && STATUSES.has(httpStatus)) return `http-${httpStatus}`;
  if (method === 'tasks/get' && problem?.kind === 'rpc') return 'handle-too-early';
  if (state === 'failed' && method !== 'subscriptions/listen')
    return method === 'tools/call' ? 'crash-before-answer' : 'cut-body';
  if (taskStatus === 'failed') return 'expire-working';
  return BY_METHOD[method] ?? 'slow-first-byte';
}

import {
  type Discovery,
  type ListedTool,
  readCacheHints,
  readDiscovery,
  readTools,
} from '../../../server/protocol/discovery.ts';
import { own, ownString } from '../../../server/protocol/json.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Answered, Engine } from '../engine.ts';
import { prepare } from './prepare.ts';
import type { Sender } from './sender.ts';
import { around, failed } from './task-client.ts';

/** A server that pages on for ever is left here, and that is said. */
const MOST_PAGES = 100;

const NO_DISCOVERY: Problem = {
  kind: 'rpc',
  code: 'not-a-discovery',
  message: 'The result of server/discover lacks supportedVersions or capabilities.',
  next: 'Read the response in the traffic list; a server of an older generation does not know the method.',
};

const NO_TOOLS: Problem = {
  kind: 'rpc',
  code: 'not-a-tool-list',
  message: 'The result of tools/list has no array of tools.',
  next: 'Read the response in the traffic list: "tools" must be an array, empty where the server has none.',
};

/** `server/discover`. @param cause seq of the action behind it @param signal closes the exchange from this side */
export async function discover(
  sender: Sender,
  endpoint: string,
  cause: number,
  signal?: AbortSignal,
): Promise<Answered<Discovery>> {
  const prepared = prepare(endpoint, 'server/discover', sender.nextId(), {});
  const sent = await sender.send(prepared, signal === undefined ? { cause } : { cause, signal });
  if (sent.problem !== undefined) return failed(sent);
  const value = readDiscovery(sent.answer?.result);
  if (value !== undefined) return { ...around(sent), ok: true, value };
  const { exchange } = sent.received;
  return { ok: false, problem: { ...NO_DISCOVERY, exchange }, exchange };
}

/**
 * `tools/list`, page after page to the end, to a cursor that was there before, or to the hundredth; the cache hints are the shortest
 * of the pages'. @param cause seq of the action behind it
 */
export async function listTools(
  sender: Sender,
  endpoint: string,
  cause: number,
): ReturnType<Engine['listTools']> {
  const tools: ListedTool[] = [];
  let cache: { ttlMs: number; cacheScope: 'public' | 'private' } | undefined;
  let cursor: string | undefined;
  const cursors = new Set<string>();
  for (let page = 1; ; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const sent = await sender.send(prepare(endpoint, 'tools/list', sender.nextId(), params), { cause });
    if (sent.problem !== undefined) return failed(sent);
    const { answer } = sent;
    if (!Array.isArray(own(answer?.result, 'tools'))) {
      const { exchange } = sent.received;
      return { ok: false, problem: { ...NO_TOOLS, exchange }, exchange };
    }
    tools.push(...readTools(answer?.result));
    const hints = readCacheHints(answer?.result);
    cache = {
      ttlMs: Math.min(hints.ttlMs, cache?.ttlMs ?? Number.POSITIVE_INFINITY),
      cacheScope: cache?.cacheScope === 'private' ? 'private' : hints.cacheScope,
    };
    cursor = ownString(answer?.result, 'nextCursor');
    const listed = { ...around(sent), ok: true, value: tools, cache } as const;
    if (cursor === undefined) return listed;
    if (cursors.has(cursor)) return { ...listed, cut: { why: 'repeats', pages: page } };
    if (page === MOST_PAGES) return { ...listed, cut: { why: 'endless', pages: page } };
    cursors.add(cursor);
  }
}

import { CODES, CURRENT_VERSION } from '../../../server/protocol/codes.ts';
import {
  type Discovery,
  type ListedTool,
  readCacheHints,
  readDiscovery,
  readTools,
} from '../../../server/protocol/discovery.ts';
import { type JsonObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Answered, Engine, Prepared } from '../engine.ts';
import { around, failed } from './answered.ts';
import { withExclusions } from './exclude.ts';
import { prepare } from './prepare.ts';
import type { Sender, Sent } from './sender.ts';

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

/** True where the server refused our version and names it among those it supports: it is asked once more, in that version. */
function offersOurs({ answer, received }: Sent): boolean {
  if (answer?.outcome?.code !== CODES.unsupportedVersion || received.body === null) return false;
  if (!('text' in received.body)) return false;
  const parsed = parseJson(received.body.text);
  const supported = parsed.ok ? own(own(own(parsed.value, 'error'), 'data'), 'supported') : undefined;
  return Array.isArray(supported) && supported.includes(CURRENT_VERSION);
}

/** `server/discover`. @param cause seq of the action behind it @param signal closes the exchange from this side */
export async function askDiscovery(
  sender: Sender,
  endpoint: string,
  cause: number,
  signal?: AbortSignal,
): Promise<Sent> {
  const send = (why: number): Promise<Sent> =>
    sender.send(prepare(endpoint, 'server/discover', sender.nextId(), {}), {
      cause: why,
      ...(signal === undefined ? {} : { signal }),
    });
  const sent = await send(cause);
  return offersOurs(sent) ? send(sent.received.seq) : sent;
}

/** What `server/discover` came to. */
export function discovered(sent: Sent): Answered<Discovery> {
  if (sent.problem !== undefined) return failed(sent);
  const value = readDiscovery(sent.answer?.result);
  if (value !== undefined) return { ...around(sent), ok: true, value };
  const { exchange } = sent.received;
  return { ok: false, problem: { ...NO_DISCOVERY, exchange }, exchange };
}

/** Tells of each tool that must not be offered, and why (Streamable HTTP, "Schema Extension"). */
function warn(sender: Sender, endpoint: string, sent: Sent, tools: readonly ListedTool[]): void {
  const { exchange, seq } = sent.received;
  for (const { name, excluded } of tools)
    if (excluded !== undefined)
      sender.recorder.write({
        kind: 'note',
        endpoint,
        exchange,
        cause: seq,
        data: {
          text: `The tool ${JSON.stringify(name)} is excluded: ${excluded}`,
          tool: name,
          reason: excluded,
        },
      });
}

/**
 * `tools/list`, page after page to the end, to a cursor that was there before, or to the hundredth; the cache hints are the shortest
 * of the pages'. @param cause seq of the action behind it @param prepared the request with these params
 */
export async function listTools(
  sender: Sender,
  endpoint: string,
  cause: number,
  prepared: (params: JsonObject) => Prepared,
): ReturnType<Engine['listTools']> {
  const tools: ListedTool[] = [];
  let cache: { ttlMs: number; cacheScope: 'public' | 'private' } | undefined;
  let cursor: string | undefined;
  const cursors = new Set<string>();
  for (let page = 1; ; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const sent = await sender.send(prepared(params), { cause });
    if (sent.problem !== undefined) return failed(sent);
    const { answer } = sent;
    if (!Array.isArray(own(answer?.result, 'tools'))) {
      const { exchange } = sent.received;
      return { ok: false, problem: { ...NO_TOOLS, exchange }, exchange };
    }
    const read = await withExclusions(readTools(answer?.result));
    tools.push(...read);
    warn(sender, endpoint, sent, read);
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

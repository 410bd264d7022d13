import type { Discovery } from '../../../../server/protocol/discovery.ts';
import type { Answered } from '../../engine.ts';
import type { SseRoutes } from '../../transport/http-sse.ts';
import { around, failed } from '../answered.ts';
import type { Locks } from '../locks.ts';
import type { Sender } from '../sender.ts';
import { prepareInitialize, readHandshake } from './handshake.ts';
import { clientCapabilities, type ServerRequestHandler } from './server-requests.ts';
import { LegacySession } from './session.ts';
import { SseStream } from './sse-stream.ts';

export interface Opening {
  readonly sender: Sender;
  readonly locks: Locks;
  readonly routes: SseRoutes;
  readonly endpoint: string;
  readonly handler: () => ServerRequestHandler | undefined;
  /** Told of tasks that the server has news of. */
  readonly news: (taskId: string) => void;
  /** Seq of the answer that showed a legacy server. */
  readonly cause: number;
  readonly signal: AbortSignal | undefined;
  /** Told of the session before anything can come on its streams. */
  readonly opened: (session: LegacySession) => void;
  /** Told of a session that ended with its stream. @param lived how long that was open, ms */
  readonly lost: (session: LegacySession, lived: number) => void;
}

/** Refusals of `initialize` after which an HTTP+SSE server is looked for (2025-11-25, "Transports", "Backwards Compatibility"). */
const MAY_BE_SSE: ReadonlySet<number> = new Set([400, 404, 405]);

/**
 * Begins a session with `initialize`, over HTTP+SSE of 2024-11-05 where a POST to the endpoint is refused and a GET opens its stream; what it
 * settles is told as a discovery.
 */
export async function openSession(opening: Opening): Promise<Answered<Discovery>> {
  const begun = await initialize(opening, undefined);
  const { sender } = opening;
  const refusal = sender.world().exchangeById.get(begun.exchange ?? '');
  if (begun.ok || refusal?.httpStatus === undefined || !MAY_BE_SSE.has(refusal.httpStatus)) return begun;
  const stream = new SseStream({ ...opening, cause: refusal.endSeq ?? opening.cause });
  if (!(await stream.open())) return begun;
  const over = await initialize(opening, stream);
  if (!over.ok) stream.close();
  return over;
}

async function initialize(opening: Opening, stream: SseStream | undefined): Promise<Answered<Discovery>> {
  const { sender, locks, endpoint, handler, news, cause, signal } = opening;
  const prepared = prepareInitialize(endpoint, sender.nextId(), clientCapabilities(handler()));
  const sent = await sender.send(prepared, { cause, ...(signal === undefined ? {} : { signal }) });
  if (sent.problem !== undefined) return failed(sent);
  const read = readHandshake(sent);
  if (!('version' in read)) return { ok: false, problem: read, exchange: sent.received.exchange };
  const session = new LegacySession({ sender, locks, endpoint, handler, news, stream }, read);
  if (stream !== undefined) stream.ended = (lived) => opening.lost(session, lived);
  opening.opened(session);
  await session.begin(sent.received.seq);
  const { version, capabilities, serverInfo, instructions, raw } = read;
  const cache = { ttlMs: 0, cacheScope: 'private' } as const;
  const value = { supportedVersions: [version], capabilities, serverInfo, instructions, cache, raw };
  return { ...around(sent), ok: true, value };
}

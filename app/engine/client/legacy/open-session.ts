import type { Discovery } from '../../../../server/protocol/discovery.ts';
import type { Answered } from '../../engine.ts';
import { around, failed } from '../answered.ts';
import type { Locks } from '../locks.ts';
import type { Sender } from '../sender.ts';
import { prepareInitialize, readHandshake } from './handshake.ts';
import { clientCapabilities, type ServerRequestHandler } from './server-requests.ts';
import { LegacySession } from './session.ts';

export interface Opening {
  readonly sender: Sender;
  readonly locks: Locks;
  readonly endpoint: string;
  readonly handler: () => ServerRequestHandler | undefined;
  /** Told of tasks that the server has news of. */
  readonly news: (taskId: string) => void;
  /** Seq of the answer that showed a legacy server. */
  readonly cause: number;
  readonly signal: AbortSignal | undefined;
  /** Told of the session before anything can come on its streams. */
  readonly opened: (session: LegacySession) => void;
}

/** Begins a session with `initialize`; what it settles is told as a discovery. */
export async function openSession(opening: Opening): Promise<Answered<Discovery>> {
  const { sender, locks, endpoint, handler, news, cause, signal } = opening;
  const prepared = prepareInitialize(endpoint, sender.nextId(), clientCapabilities(handler()));
  const sent = await sender.send(prepared, { cause, ...(signal === undefined ? {} : { signal }) });
  if (sent.problem !== undefined) return failed(sent);
  const read = readHandshake(sent);
  if (!('version' in read)) return { ok: false, problem: read, exchange: sent.received.exchange };
  const session = new LegacySession({ sender, locks, endpoint, handler, news }, read);
  opening.opened(session);
  await session.begin(sent.received.seq);
  const { version, capabilities, serverInfo, instructions, raw } = read;
  const cache = { ttlMs: 0, cacheScope: 'private' } as const;
  const value = { supportedVersions: [version], capabilities, serverInfo, instructions, cache, raw };
  return { ...around(sent), ok: true, value };
}

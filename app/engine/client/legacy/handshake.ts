import { LEGACY_TASKS_VERSION, LEGACY_VERSIONS, SESSION_HEADER } from '../../../../server/protocol/era.ts';
import { HEADER, type HeaderPair, headerValue } from '../../../../server/protocol/headers.ts';
import { isObject, type JsonObject, own, ownString } from '../../../../server/protocol/json.ts';
import type { RequestId } from '../../../../server/protocol/jsonrpc.ts';
import type { Implementation } from '../../../../server/protocol/meta.ts';
import type { Problem } from '../../../../server/protocol/problem.ts';
import type { Prepared } from '../../engine.ts';
import { CLIENT } from '../prepare.ts';
import type { Sent } from '../sender.ts';

/** What `initialize` settled with a legacy server. */
export interface Handshake {
  readonly version: string;
  /** undefined where the server keeps no session, or the page may not see its header. */
  readonly sessionId: string | undefined;
  readonly capabilities: JsonObject;
  readonly serverInfo: Implementation | undefined;
  readonly instructions: string | undefined;
  readonly raw: JsonObject;
}

/** 2024-11-05 is what HTTP+SSE servers answer with; nothing of it is missing in what this client sends. */
const SPOKEN: readonly string[] = [...LEGACY_VERSIONS, '2024-11-05'];

const POST_HEADERS: readonly HeaderPair[] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
];

/** A request of a legacy session: no `_meta`, and the version and session of the handshake as headers (2025-11-25, "Transports"). */
export function prepareLegacy(
  endpoint: string,
  handshake: Handshake,
  method: string,
  id: RequestId,
  params: JsonObject,
): Prepared {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  return { endpoint, method, id, headers: [...POST_HEADERS, ...sessionHeaders(handshake)], text };
}

/** Version and session, on everything after `initialize`. */
export function sessionHeaders({ version, sessionId }: Handshake): HeaderPair[] {
  return [
    [HEADER.version, version],
    ...(sessionId === undefined ? [] : [[SESSION_HEADER, sessionId] as const]),
  ];
}

/** `initialize`, in the newest legacy version. @param capabilities what this client answers */
export function prepareInitialize(endpoint: string, id: RequestId, capabilities: JsonObject): Prepared {
  const params = { protocolVersion: LEGACY_TASKS_VERSION, capabilities, clientInfo: { ...CLIENT.info } };
  const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
  return { endpoint, method: 'initialize', id, headers: POST_HEADERS, text };
}

/** Reads the answer to `initialize`; a Problem where it settles nothing. */
export function readHandshake({ answer, received }: Sent): Handshake | Problem {
  const result = answer?.result;
  const version = ownString(result, 'protocolVersion');
  const capabilities = own(result, 'capabilities');
  const { exchange } = received;
  if (result === undefined || version === undefined || !isObject(capabilities))
    return {
      kind: 'rpc',
      code: 'not-an-initialize-result',
      message: 'The result of initialize lacks protocolVersion or capabilities.',
      next: 'Read the response in the traffic list.',
      exchange,
    };
  if (!SPOKEN.includes(version))
    return {
      kind: 'rpc',
      code: 'unknown-version',
      message: `The server wants to speak ${version}, which this client does not.`,
      next: `Use a server that speaks 2026-07-28 or one of ${SPOKEN.join(', ')}.`,
      exchange,
    };
  const info = own(result, 'serverInfo');
  const name = ownString(info, 'name');
  return {
    version,
    sessionId: headerValue(received.headers, SESSION_HEADER),
    capabilities,
    serverInfo: name === undefined ? undefined : { name, version: ownString(info, 'version') ?? '' },
    instructions: ownString(result, 'instructions'),
    raw: result,
  };
}

import { CountingIds } from '../../../../server/ports/ids.ts';
import { ManualClock } from '../../../../server/ports/manual-clock.ts';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import { type Engine, type GenerationChoice, NO_SETTINGS } from '../../index.ts';
import { createEngine } from '../create-engine.ts';
import { json, SCRIPTED, stream } from '../scripted.suite.ts';

export interface Sent {
  readonly http: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly message: JsonObject;
  readonly signal: AbortSignal | undefined;
}

export interface LegacyWorld {
  readonly clock: ManualClock;
  readonly sent: Sent[];
  /** What was sent, in short: `POST initialize`, `GET`. */
  readonly story: () => string[];
  /** The streams that the server may talk on, in the order in which they were opened. */
  readonly streams: ReturnType<typeof stream>[];
  /** @param generation what a person has fixed for the endpoint */
  engine(generation?: GenerationChoice): Promise<Engine>;
}

export const SESSION = 'session-1';

/** A legacy server as one scripted `fetch`. @param otherwise answers single requests in its place */
export function legacyWorld(
  otherwise: (sent: Sent, nth: number) => Response | undefined = () => undefined,
): LegacyWorld {
  const clock = new ManualClock(undefined, async () => {
    for (let i = 0; i < 4; i += 1) await new Promise<void>((resume) => setImmediate(resume));
  });
  const sent: Sent[] = [];
  const streams: ReturnType<typeof stream>[] = [];

  function answer({ http, method, message, signal, headers }: Sent): Response {
    const { id } = message;
    if (http === 'GET') {
      const opened = stream(signal);
      streams.push(opened);
      return opened.response;
    }
    if (http === 'DELETE') return new Response(null, { status: 204 });
    if (id === undefined || method === undefined) return new Response(null, { status: 202 });
    if (method === 'initialize')
      return json(
        {
          jsonrpc: '2.0',
          id,
          result: {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {} },
            serverInfo: { name: 'old', version: '1' },
            instructions: 'be kind',
          },
        },
        200,
        { 'Mcp-Session-Id': SESSION },
      );
    if (headers.get('mcp-session-id') !== SESSION)
      return json(
        { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: no session' } },
        400,
      );
    const result =
      method === 'tools/list'
        ? { tools: [{ name: 'old', inputSchema: { type: 'object' } }] }
        : { content: [] };
    return json({ jsonrpc: '2.0', id, result });
  }

  return {
    clock,
    sent,
    streams,
    story: () =>
      sent.map(({ http, method, message }) =>
        `${http} ${method ?? ('id' in message ? 'answer' : '')}`.trim(),
      ),
    engine: (generation) =>
      createEngine({
        clock,
        ids: new CountingIds(),
        storage: null,
        settings: () => ({ ...NO_SETTINGS, generation }),
        fetch: async (url, init) => {
          if (url !== SCRIPTED) throw new TypeError(`nothing at ${url}`);
          const message = typeof init.body === 'string' ? (JSON.parse(init.body) as JsonObject) : {};
          const { method } = message;
          const one: Sent = {
            http: init.method ?? 'GET',
            method: typeof method === 'string' ? method : undefined,
            headers: new Headers(init.headers),
            message,
            signal: init.signal ?? undefined,
          };
          const nth =
            sent.filter((other) => other.http === one.http && other.method === one.method).length + 1;
          sent.push(one);
          return otherwise(one, nth) ?? answer(one);
        },
      }),
  };
}

import { CountingIds, type Ids } from '../../../server/ports/ids.ts';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { type TaskHistory, taskKey } from '../derive/model.ts';
import type { Engine } from '../engine.ts';
import { createEngine } from './create-engine.ts';
import type { EngineOptions } from './options.ts';

export const SCRIPTED = 'http://127.0.0.1:7000/mcp';
export const TASK = 'tsk_1';

export interface Request {
  readonly method: string;
  readonly id: string | number;
  readonly params: JsonObject;
  readonly signal: AbortSignal | undefined;
  /** Counts from 1 for each method. */
  readonly nth: number;
  /** Clock's mono. */
  readonly at: number;
}

export type Script = (request: Request) => Response | Promise<Response>;

export interface Scripted {
  readonly clock: ManualClock;
  readonly sent: Request[];
  /** The times of all requests of a method. */
  at(method: string): number[];
  engine(options?: EngineOptions): Promise<Engine>;
}

/** Engines over a scripted `fetch` on a manual clock. */
export function scripted(script: Script): Scripted {
  const clock = new ManualClock(undefined, async () => {
    for (let i = 0; i < 4; i += 1) await new Promise<void>((resume) => setImmediate(resume));
  });
  const sent: Request[] = [];
  return {
    clock,
    sent,
    at: (method) => sent.filter((request) => request.method === method).map((request) => request.at),
    engine: (options = {}) =>
      createEngine({
        clock,
        ids: new CountingIds(),
        storage: null,
        fetch: async (_url, init) => {
          const body = JSON.parse(String(init.body)) as JsonObject;
          const method = ownString(body, 'method') ?? '';
          const params = own(body, 'params');
          const request: Request = {
            method,
            id: own(body, 'id') as string | number,
            params: isObject(params) ? params : {},
            signal: init.signal ?? undefined,
            nth: sent.filter((earlier) => earlier.method === method).length + 1,
            at: clock.mono(),
          };
          sent.push(request);
          return script(request);
        },
        ...options,
      }),
  };
}

/** Counting ids with a name in front, for several engines in one test. */
export function namedIds(name: string): Ids {
  const counting = new CountingIds();
  return {
    taskId: () => counting.taskId(),
    short: () => `${name}${counting.short()}`,
    chance: () => counting.chance(),
    bytes: (count) => new Uint8Array(count),
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(typeof value === 'string' ? value : JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function result(request: Request, value: JsonObject): Response {
  return json({ jsonrpc: '2.0', id: request.id, result: { resultType: 'complete', ...value } });
}

export function rpcError(request: Request, code: number, status = 200): Response {
  return json({ jsonrpc: '2.0', id: request.id, error: { code, message: 'no' } }, status);
}

/** A task as `tasks/get` tells it; created at the manual clock's start. */
export function snapshot(fields: JsonObject = {}): JsonObject {
  return {
    taskId: TASK,
    status: 'working',
    createdAt: '2026-07-28T12:00:00.000Z',
    lastUpdatedAt: '2026-07-28T12:00:00.000Z',
    ttlMs: 900_000,
    pollIntervalMs: 1_000,
    ...fields,
  };
}

export const DONE = {
  status: 'completed',
  result: { resultType: 'complete', content: [], isError: false },
} as const;

export const ASKING = {
  status: 'input_required',
  inputRequests: {
    approve: {
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Go on?', requestedSchema: { type: 'object', properties: {} } },
    },
  },
} as const;

export function historyOf(engine: Engine, taskId = TASK, endpoint = SCRIPTED): TaskHistory {
  const task = engine.world().tasks.get(taskKey(endpoint, taskId));
  if (task === undefined) throw new Error(`no task ${taskId}`);
  return task;
}

/** An event stream that the test writes to. It ends when the request is aborted, as a real one does. */
export function stream(signal?: AbortSignal): {
  readonly response: Response;
  send(message: JsonObject): void;
  raw(text: string): void;
  end(): void;
  break(): void;
} {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
      signal?.addEventListener('abort', () => {
        try {
          made.error(new DOMException('aborted', 'AbortError'));
        } catch {
          // It had ended before.
        }
      });
    },
  });
  const raw = (text: string): void => controller?.enqueue(encoder.encode(text));
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    raw,
    send: (message) => raw(`data: ${JSON.stringify(message)}\n\n`),
    end: () => controller?.close(),
    break: () => controller?.error(new TypeError('network error')),
  };
}

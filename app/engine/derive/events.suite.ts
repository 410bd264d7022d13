import fc from 'fast-check';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { EVENT_KINDS, type LogEvent, type NewEvent } from '../../../server/protocol/recording.ts';
import { TASK_STATUSES } from '../../../server/protocol/task.ts';

export const AT = 'http://127.0.0.1:7000/mcp';
export const CREATED = '2026-07-28T12:00:00.000Z';
export const WALL = Date.parse(CREATED);

const BLANK: NewEvent = {
  kind: 'note',
  mono: 0,
  wall: WALL,
  recording: 'r',
  tab: 't',
  endpoint: AT,
  exchange: null,
  cause: null,
  method: null,
  status: null,
  headers: null,
  view: null,
  body: null,
  data: null,
};

/** A log under construction: each event 10 ms after the one before. */
export class Story {
  readonly events: LogEvent[] = [];
  #exchanges = 0;
  mono = 0;

  constructor() {
    this.add({ kind: 'recording', endpoint: null, data: { what: 'started', version: 1, app: 'x' } });
  }

  add(part: Partial<NewEvent>): number {
    this.mono += 10;
    const seq = this.events.length;
    this.events.push({ ...BLANK, mono: this.mono, wall: WALL + this.mono, ...part, seq });
    return seq;
  }

  action(name: string, data: JsonObject = {}): number {
    return this.add({ kind: 'action', data: { name, ...data } });
  }

  ask(method: string, params: JsonObject, part: Partial<NewEvent> = {}): string {
    this.#exchanges += 1;
    const exchange = `x${this.#exchanges}`;
    const text = JSON.stringify({ jsonrpc: '2.0', id: this.#exchanges, method, params });
    this.add({
      kind: 'request',
      exchange,
      method,
      body: { text },
      data: { url: AT, id: this.#exchanges },
      ...part,
    });
    return exchange;
  }

  head(exchange: string, status = 200, type = 'application/json'): void {
    this.add({ kind: 'head', exchange, status, headers: [['Content-Type', type]], view: 'full' });
  }

  /** Head, body and end. */
  got(exchange: string, message: JsonObject | string, status = 200): void {
    this.head(exchange, status);
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.add({ kind: 'body', exchange, body: { text }, data: { bytes: text.length } });
    this.add({ kind: 'end', exchange, data: { bytes: text.length, by: 'server' } });
  }

  result(exchange: string, result: JsonObject): void {
    const id = Number(exchange.slice(1));
    this.got(exchange, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
  }

  error(exchange: string, code: number): void {
    this.got(exchange, { jsonrpc: '2.0', id: Number(exchange.slice(1)), error: { code, message: 'no' } });
  }

  poll(task: JsonObject): void {
    this.result(this.ask('tasks/get', { taskId: String(task.taskId) }), task);
  }

  /** A call whose handle is this task. */
  call(task: JsonObject): void {
    this.action('call', { tool: 'work' });
    const exchange = this.ask('tools/call', { name: 'work', arguments: {} });
    const id = Number(exchange.slice(1));
    this.got(exchange, { jsonrpc: '2.0', id, result: { resultType: 'task', ...task } });
  }

  frame(exchange: string, message: JsonObject): void {
    this.add({ kind: 'frame', exchange, body: { text: JSON.stringify(message) }, data: { n: 1 } });
  }
}

export function aTask(fields: JsonObject = {}): JsonObject {
  return {
    taskId: 'a',
    status: 'working',
    createdAt: CREATED,
    lastUpdatedAt: CREATED,
    ttlMs: 900_000,
    pollIntervalMs: 1_000,
    ...fields,
  };
}

const id = fc.constantFrom('a', 'b', '__proto__');
const key = fc.constantFrom('k1', 'k2', 'constructor');
const task = fc.record(
  {
    taskId: id as fc.Arbitrary<unknown>,
    status: fc.constantFrom<unknown>(...TASK_STATUSES, 'lost', 7),
    createdAt: fc.constantFrom<unknown>(CREATED, 'yesterday'),
    lastUpdatedAt: fc.constantFrom<unknown>(CREATED, '2026-07-28T12:00:01.000Z'),
    ttlMs: fc.constantFrom<unknown>(null, 0, 1_000, 'x'),
    pollIntervalMs: fc.constantFrom<unknown>(1, 1_000, -1),
    inputRequests: fc.dictionary(
      key,
      fc.constantFrom<unknown>({ method: 'elicitation/create', params: { n: 1 } }, 3),
    ),
    result: fc.constantFrom<unknown>({ content: [] }, null),
    error: fc.constantFrom<unknown>({ code: 1 }, 'x'),
    _meta: fc.record({ 'dev.taskscope/revision': fc.nat(5) }),
    resultType: fc.constantFrom<unknown>('task', 'complete', 'x'),
  },
  { requiredKeys: ['taskId', 'status'] },
);
const rpcId = fc.constantFrom<unknown>(1, 2, 'x', null);
const message = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id: rpcId, result: task }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: rpcId,
    error: fc.record({ code: fc.constantFrom(-32602, -32021), message: fc.string() }),
  }),
  fc.record({ jsonrpc: fc.constant('2.0'), method: fc.constant('notifications/tasks'), params: task }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    method: fc.constant('notifications/subscriptions/acknowledged'),
    params: fc.record({ notifications: fc.record({ taskIds: fc.array(id) }) }),
  }),
);
const request = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: rpcId,
  params: fc.record({
    taskId: id,
    name: fc.constant('work'),
    inputResponses: fc.dictionary(key, fc.constant({ action: 'accept' })),
    notifications: fc.record({ taskIds: fc.array(id) }),
  }),
});
const text = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(message, request).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('['.repeat(300)), fc.json()) },
);

/** Logs that look like real ones here and there, with garbage in between: few ids, so that events meet. */
export const anyLog: fc.Arbitrary<LogEvent[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...EVENT_KINDS),
      tab: fc.constantFrom('t', 'other'),
      endpoint: fc.constantFrom(AT, null),
      exchange: fc.constantFrom('x2', 'x3', 'x4', null),
      method: fc.constantFrom(
        'tasks/get',
        'tasks/update',
        'tasks/cancel',
        'tools/call',
        'subscriptions/listen',
        'server/discover',
        null,
      ),
      status: fc.constantFrom(200, 400, 503, null),
      headers: fc.constantFrom(
        null,
        [['content-type', 'text/event-stream'] as const],
        [['content-type', 'application/json'] as const],
      ),
      body: fc.oneof(
        text.map((t) => ({ text: t })),
        fc.constant({ base64: '/w==' }),
        fc.constant(null),
      ),
      data: fc.oneof(
        fc.record({
          name: fc.constantFrom('attach', 'forget', 'push-on', 'push-off', 'connect', 'disconnect'),
          what: fc.constantFrom('started', 'resumed', 'poll', 'retry', 'reconnect', 'listen'),
          taskId: id,
          taskIds: fc.array(id),
          why: fc.constantFrom('ended', 'followed', 'refused'),
          due: fc.nat(),
          id: fc.constantFrom(1, 2),
          after: fc.constantFrom('x1', 'x9'),
          bytes: fc.nat(),
        }),
        fc.constant(null),
      ),
    }),
    { maxLength: 80 },
  )
  .map((parts) =>
    [...beginning(), ...parts].map((part, seq) => ({ ...BLANK, mono: seq, wall: WALL + seq, ...part, seq })),
  );

/** Two tasks are known and three exchanges are open, so that the garbage which follows meets something. */
function beginning(): Partial<NewEvent>[] {
  const story = new Story();
  story.call(aTask());
  story.action('attach', { taskId: '__proto__' });
  story.action('push-on', { taskId: 'a' });
  story.ask('tasks/get', { taskId: 'a' });
  story.ask('subscriptions/listen', { notifications: { taskIds: ['a', '__proto__'] } });
  return story.events;
}

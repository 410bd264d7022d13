import type { Clock } from '../../../../server/ports/clock.ts';
import type { Ids } from '../../../../server/ports/ids.ts';
import { CODES } from '../../../../server/protocol/codes.ts';
import { isObject, type JsonObject, own, ownString } from '../../../../server/protocol/json.ts';
import type { RequestId } from '../../../../server/protocol/jsonrpc.ts';
import { META } from '../../../../server/protocol/meta.ts';
import type { TaskStatus } from '../../../../server/protocol/task.ts';
import { respond, type ServerRequest, type ServerRequestHandler } from './server-requests.ts';

/** How long a task of ours is kept, ms, unless the server wishes less. */
const TTL = 300_000;
const POLL_INTERVAL = 500;
/** A server may have so many tasks here at a time. */
const MOST_TASKS = 20;

interface Hosted {
  readonly taskId: string;
  readonly createdAt: string;
  readonly ttl: number;
  readonly cancel: AbortController;
  /** Settles when the task has ended. */
  readonly ended: Promise<void>;
  status: TaskStatus;
  lastUpdatedAt: string;
  /** The response to the request that became this task. */
  response: JsonObject | undefined;
}

const METHODS: ReadonlySet<string> = new Set(['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel']);
const AUGMENTED: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage']);

/** The tasks that a server keeps with this client (2025-11-25, "Tasks": the receiver of a request may be the client). They end with the session. */
export class HostedTasks {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #tasks = new Map<string, Hosted>();

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
  }

  /** The response to a request that makes a task here or asks for one; undefined where it is another request. */
  respond(
    id: RequestId,
    request: ServerRequest,
    handler: ServerRequestHandler | undefined,
  ): Promise<JsonObject> | undefined {
    const { method, params } = request;
    if (METHODS.has(method)) return this.#asked(id, method, params);
    if (handler === undefined || !AUGMENTED.has(method) || !isObject(own(params, 'task'))) return undefined;
    return Promise.resolve(this.#begin(id, request, handler));
  }

  /** Nobody can ask for them any more. */
  close(): void {
    for (const { cancel } of this.#tasks.values()) cancel.abort();
    this.#tasks.clear();
  }

  #begin(id: RequestId, request: ServerRequest, handler: ServerRequestHandler): JsonObject {
    if (this.#tasks.size >= MOST_TASKS)
      return error(id, CODES.internal, `This client keeps at most ${MOST_TASKS} tasks`);
    const { task: wish, ...params } = request.params;
    const wished = own(wish, 'ttl');
    const now = this.#now();
    const cancel = new AbortController();
    let resolve: () => void = () => undefined;
    const ended = new Promise<void>((done) => {
      resolve = done;
    });
    const task: Hosted = {
      taskId: this.#ids.taskId(),
      createdAt: now,
      ttl: typeof wished === 'number' && wished > 0 ? Math.min(wished, TTL) : TTL,
      cancel,
      ended,
      status: 'working',
      lastUpdatedAt: now,
      response: undefined,
    };
    this.#tasks.set(task.taskId, task);
    this.#clock.after(task.ttl, () => {
      this.#tasks.delete(task.taskId);
      cancel.abort();
    });
    // A task outlives the request that made it: its own signal counts, not that of the request.
    void respond(id, { ...request, params, signal: cancel.signal }, handler).then((response) => {
      if (task.status === 'working') {
        task.response = response;
        this.#to(task, own(response, 'result') === undefined ? 'failed' : 'completed');
      }
      resolve();
    });
    return { jsonrpc: '2.0', id, result: { task: told(task) } };
  }

  async #asked(id: RequestId, method: string, params: JsonObject): Promise<JsonObject> {
    const result = (value: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, result: value });
    if (method === 'tasks/list') return result({ tasks: [...this.#tasks.values()].map(told) });
    const task = this.#tasks.get(ownString(params, 'taskId') ?? '');
    if (task === undefined) return error(id, CODES.invalidParams, 'This client has no such task');
    if (method === 'tasks/get') return result(told(task));
    if (method === 'tasks/cancel') {
      if (task.status !== 'working')
        return error(id, CODES.invalidParams, `The task has ended already: ${task.status}`);
      this.#to(task, 'cancelled');
      task.cancel.abort();
      return result(told(task));
    }
    await task.ended;
    const { response } = task;
    const found = own(response, 'result');
    if (!isObject(found)) {
      const failure = own(response, 'error');
      return isObject(failure)
        ? { jsonrpc: '2.0', id, error: failure }
        : error(id, CODES.invalidParams, 'The task was cancelled and has no result');
    }
    const meta = own(found, '_meta');
    const related = { [META.relatedTask]: { taskId: task.taskId } };
    return result({ ...found, _meta: { ...(isObject(meta) ? meta : {}), ...related } });
  }

  #to(task: Hosted, status: TaskStatus): void {
    task.status = status;
    task.lastUpdatedAt = this.#now();
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

function told({ taskId, status, createdAt, lastUpdatedAt, ttl }: Hosted): JsonObject {
  return { taskId, status, createdAt, lastUpdatedAt, ttl, pollInterval: POLL_INTERVAL };
}

function error(id: RequestId, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

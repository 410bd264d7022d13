import type { Clock } from '../ports/clock.ts';
import type { TaskRow } from '../ports/task-store.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import { isTerminal } from '../protocol/task.ts';
import { CallCancelled } from '../rpc/call.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Exchange } from './exchange.ts';
import type { Hints } from './hints.ts';
import type { LegacyOptions } from './ports.ts';
import { legacyTask, relatedTask, revisionMeta } from './task-view.ts';

/** Tasks on one page of `tasks/list`. */
const PAGE = 10;
/** How long a `tasks/result` trusts the bus before it looks for itself, ms. */
const LOOK_MS = 2_000;

/** One method of the legacy surface, after its session was found. */
export type LegacyMethod = (params: JsonObject, exchange: Exchange) => Promise<JsonObject>;

/** The methods of 2025-11-25 about tasks (`basic/utilities/tasks`). */
export function taskMethods(options: LegacyOptions, hints: Hints): ReadonlyMap<string, LegacyMethod> {
  const { tasks, lab } = options;
  const find = async (params: JsonObject, { session }: Exchange) =>
    tasks.find(readTaskId(params), session.owner);
  const methods = new Map<string, LegacyMethod>();

  methods.set('tasks/get', async (params, exchange) => {
    const row = await find(params, exchange);
    exchange.session.follow(row);
    return { ...legacyTask(row), ...revisionMeta(row, lab) };
  });

  methods.set('tasks/cancel', async (params, { session }) => {
    const row = await tasks.cancelAtOnce(readTaskId(params), session.owner);
    return { ...legacyTask(row), ...revisionMeta(row, lab) };
  });

  methods.set('tasks/result', async (params, exchange) => {
    let row = await find(params, exchange);
    exchange.session.follow(row);
    if (!isTerminal(row.status)) {
      exchange.session.awaitResult(row.taskId, exchange.stream());
      while (!isTerminal(row.status)) {
        await changed(row.taskId, exchange, hints, options.clock);
        row = await find(params, exchange);
      }
    }
    return taskResult(row);
  });

  if (options.listTasks)
    methods.set('tasks/list', async (params, { session }) => {
      const after = readCursor(own(params, 'cursor'));
      const query = after === undefined ? { limit: PAGE + 1 } : { after, limit: PAGE + 1 };
      const rows = await tasks.history(session.owner, query);
      const page = rows.slice(0, PAGE);
      const last = page.at(-1);
      const more = rows.length > PAGE && last !== undefined;
      return { tasks: page.map(legacyTask), ...(more ? { nextCursor: writeCursor(last) } : {}) };
    });
  return methods;
}

/** What the request itself would have answered ("Retrieving Task Results"): its result, or its error. */
function taskResult(row: TaskRow): JsonObject {
  if (row.status === 'failed') {
    const { error } = row;
    const code = own(error, 'code');
    const message = ownString(error, 'message') ?? 'The task failed';
    const data = own(error, 'data');
    throw new RpcError(
      typeof code === 'number' ? code : CODES.internal,
      message,
      data === undefined ? {} : { data },
    );
  }
  if (row.status === 'cancelled')
    throw new RpcError(CODES.invalidParams, 'The task was cancelled: it has no result');
  const meta = own(row.result, '_meta');
  return { ...row.result, _meta: { ...(isObject(meta) ? meta : {}), ...relatedTask(row.taskId) } };
}

/** Waits for a hint about the task, or until it is time to look again. Rejects where nobody waits any more. */
function changed(taskId: string, exchange: Exchange, hints: Hints, clock: Clock): Promise<void> {
  const { signal } = exchange;
  const stream = exchange.stream();
  return new Promise((resolve, reject) => {
    if (signal.aborted || stream.over) return reject(new CallCancelled());
    const settle = (end: () => void) => () => {
      unhint();
      cancelTimer();
      signal.removeEventListener('abort', give);
      stream.leaving.delete(give);
      end();
    };
    const give = settle(() => reject(new CallCancelled()));
    const look = settle(resolve);
    const unhint = hints.on(taskId, look);
    const cancelTimer = clock.after(LOOK_MS, look);
    signal.addEventListener('abort', give, { once: true });
    stream.leaving.add(give);
  });
}

function readTaskId(params: JsonObject): string {
  const taskId = ownString(params, 'taskId');
  if (taskId === undefined) throw new RpcError(CODES.invalidParams, 'params.taskId must be a string');
  return taskId;
}

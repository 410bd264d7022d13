import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Leaving } from '../ports/exchange.ts';
import type { Ids } from '../ports/ids.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, own } from '../protocol/json.ts';
import { isRequestId, notification } from '../protocol/jsonrpc.ts';
import { isAtLeast, readLogLevel } from '../protocol/logging.ts';
import type { CallContext } from '../tasks/context.ts';
import type { TaskService } from '../tasks/service.ts';
import { type Call, CallCancelled, type Reply, reply } from './call.ts';
import { InputNeeded, Rounds } from './rounds.ts';
import type { Seal } from './seal.ts';

/** What every interactive method works with. */
export interface Surroundings {
  readonly clock: Clock;
  readonly speed: number;
  readonly seal: Seal;
  readonly bus: Bus;
  readonly ids: Ids;
  readonly service: TaskService;
}

/**
 * Runs one of the three methods that may ask (`tools/call`, `prompts/get`, `resources/read`) with its context, and turns a
 * question into `resultType: "input_required"`.
 * @param run is given the id that a task which comes of the rounds must have; undefined where there were none
 */
export async function interact(
  around: Surroundings,
  call: Call,
  run: (context: CallContext, taskId: string | undefined) => Promise<JsonObject>,
): Promise<Reply> {
  const rounds = await Rounds.open(call, around.seal);
  try {
    return reply(await run(contextOf(around, call, rounds), rounds.taskId));
  } catch (error) {
    if (!(error instanceof InputNeeded)) throw error;
    return reply(await rounds.needs(error.requests, around.seal, around.ids));
  }
}

function contextOf(around: Surroundings, call: Call, rounds: Rounds): CallContext {
  const { clock, speed, bus, service } = around;
  const meta = own(call.params, '_meta');
  const least = readLogLevel(meta);
  if (least === null) throw new RpcError(CODES.invalidParams, 'The logLevel in _meta is not a log level');
  const token = own(meta, 'progressToken');
  if (token !== undefined && !isRequestId(token))
    throw new RpcError(CODES.invalidParams, 'The progressToken in _meta must be a string or an integer');
  return {
    owner: call.owner,
    speed,
    wait: (ms) => pause(clock, call.signal, ms / speed),
    ask: rounds.ask,
    canAnswer: rounds.canAnswer,
    progress: (progress, total, message) => {
      if (token === undefined) return;
      const more = {
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      call.notify(notification('notifications/progress', { progressToken: token, progress, ...more }));
    },
    log: (level, data, logger) => {
      if (least === undefined || !isAtLeast(level, least)) return;
      const named = logger === undefined ? {} : { logger };
      call.notify(notification('notifications/message', { level, ...named, data }));
    },
    history: (query) => service.history(call.owner, query),
    findTask: (taskId) => service.peek(taskId, call.owner),
    listChanged: (kind) => bus.publish({ list: kind }),
  };
}

/** Lets `ms` pass on the clock; rejects with CallCancelled as soon as `signal` is aborted. */
function pause(clock: Clock, signal: Leaving, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CallCancelled());
    if (ms <= 0) return resolve();
    const cancelTimer = clock.after(Math.round(ms), () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    const abort = () => {
      cancelTimer();
      reject(new CallCancelled());
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** `params.arguments`, `{}` where they are left out. Throws -32602 where they are no object. */
export function argumentsOf(params: JsonObject): JsonObject {
  const given = own(params, 'arguments');
  if (given === undefined) return {};
  if (!isObject(given)) throw new RpcError(CODES.invalidParams, 'params.arguments must be an object');
  return given;
}

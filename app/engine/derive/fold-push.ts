import { isObject, type JsonObject, own } from '../../../server/protocol/json.ts';
import { META } from '../../../server/protocol/meta.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { ACKNOWLEDGED } from '../../../server/protocol/subscriptions.ts';
import type { ReadFrame } from './answer.ts';
import { type FoldedExchange, type FoldedWorld, patchTask, putExchange, putTask } from './folded.ts';
import { taskKey } from './model.ts';
import { noteOf, observe } from './observe.ts';

/**
 * A notification on an event stream. A push for a task that is not in this log is ignored; its frame is kept all the same.
 * @param exchange with the frame already in it, not yet put into the world
 */
export function onListenFrame(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  read: ReadFrame,
  bytes: number,
): FoldedWorld {
  const params = read.message?.kind === 'notification' ? read.message.params : undefined;
  if (!isObject(params)) return putExchange(world, exchange, bytes);
  if (read.method === ACKNOWLEDGED)
    return onAcknowledged(putExchange(world, exchange, bytes), event, exchange, params);
  const { task } = read;
  const before = task && world.tasks.get(taskKey(exchange.endpoint, task.taskId));
  if (task === undefined || before === undefined) return putExchange(world, exchange, bytes);
  const after = observe(before.state, task, {
    seq: event.seq,
    exchange: exchange.id,
    mono: event.mono,
    wall: event.wall,
    via: 'push',
    sentAt: exchange.sentAt,
    problems: subscriptionProblems(exchange, params),
  });
  const note = noteOf(after.observations.last());
  return putTask(putExchange(world, { ...exchange, note }, bytes), after);
}

function onAcknowledged(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  params: JsonObject,
): FoldedWorld {
  if (!exchange.own) return world;
  const ids = own(own(params, 'notifications'), 'taskIds');
  const accepted = new Set(Array.isArray(ids) ? ids : []);
  let next = world;
  for (const id of exchange.taskIds)
    next = patchTask(next, exchange.endpoint, id, (task) => {
      if (!task.wantsPush) return task;
      if (!accepted.has(id)) return { ...task, push: { kind: 'refused' } };
      return task.push.kind === 'live' ? task : { ...task, push: { kind: 'live', since: event.mono } };
    });
  return next;
}

/** R60: each notification names the listen request that it belongs to. */
function subscriptionProblems(exchange: FoldedExchange, params: JsonObject): string[] {
  // The streams of older revisions belong to no subscription.
  if (exchange.method !== 'subscriptions/listen') return [];
  const problems: string[] = [];
  const found = own(own(params, '_meta'), META.subscriptionId);
  if (found !== exchange.rpcId)
    problems.push(
      found === undefined
        ? 'no subscriptionId in _meta'
        : `subscriptionId is ${JSON.stringify(found)}, not ${JSON.stringify(exchange.rpcId)}`,
    );
  if (exchange.frames.size === 1) problems.push('came before the acknowledgement of the listen');
  return problems;
}

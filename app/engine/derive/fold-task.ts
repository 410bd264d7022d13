import { CODES } from '../../../server/protocol/codes.ts';
import { isObject, type JsonObject, own } from '../../../server/protocol/json.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import type { Answer } from './answer.ts';
import {
  type FoldedExchange,
  type FoldedWorld,
  newTask,
  patchTask,
  putExchange,
  putTask,
  type TaskState,
} from './folded.ts';
import { type Question, taskKey } from './model.ts';
import { noteOf, observe, type Seen } from './observe.ts';

const KEPT_FAILURES = 20;

/** What leaving for the server does to a task's history: a poll is in flight, an answer or a cancel is being sent. */
export function taskAfterRequest(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  params: JsonObject | undefined,
): FoldedWorld {
  const { endpoint, method } = exchange;
  let next = world;
  for (const id of exchange.taskIds)
    next = patchTask(next, endpoint, id, (task) => {
      if (method === 'tasks/get')
        return {
          ...task,
          pollCount: task.pollCount + 1,
          poll: exchange.own ? { kind: 'in-flight', since: event.mono } : task.poll,
        };
      if (method === 'tasks/update') return sending(task, event, exchange, params);
      if (method === 'tasks/cancel')
        return {
          ...task,
          cancel: {
            seq: event.seq,
            mono: event.mono,
            state: 'sending',
            exchange: exchange.id,
            problem: undefined,
          },
        };
      if (method !== 'subscriptions/listen') return task;
      const listens = [...(task.listens ?? []), exchange.id];
      return exchange.own && task.wantsPush && task.push.kind !== 'live'
        ? { ...task, listens, push: { kind: 'opening' } }
        : { ...task, listens };
    });
  return next;
}

function sending(
  task: TaskState,
  event: LogEvent,
  exchange: FoldedExchange,
  params: JsonObject | undefined,
): TaskState {
  const found = own(params, 'inputResponses');
  const responses = isObject(found) ? found : {};
  const keys = Object.keys(responses);
  let questionDict = task.questionDict;
  for (const key of keys) {
    const question = questionDict.get(key);
    if (question === undefined) continue;
    questionDict = questionDict.set(key, {
      ...question,
      state: 'sending',
      response: responses[key],
      sentAt: event.mono,
      updateExchange: exchange.id,
      problem: undefined,
    });
  }
  return {
    ...task,
    questionDict,
    updates: [
      ...task.updates,
      { seq: event.seq, mono: event.mono, keys, exchange: exchange.id, state: 'sending' },
    ],
  };
}

/** What a usable answer does. A cancel's ack says only that the wish arrived (R51), an update's only that the answer did (R41). */
export function taskAfterAnswer(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  answer: Answer,
): FoldedWorld {
  const { endpoint, method } = exchange;
  if (method === 'tools/call')
    return answer.task === undefined ? world : onHandle(world, event, exchange, answer);
  if (method === 'tasks/get' && answer.task !== undefined) return onPolled(world, event, exchange, answer);
  const id = exchange.name;
  if (id === undefined) return world;
  if (method === 'tasks/result')
    return patchTask(world, endpoint, id, (task) => ({ ...task, ending: ending(event, exchange, 'result') }));
  if (method === 'tasks/update')
    return patchTask(world, endpoint, id, (task) =>
      settle(task, exchange, 'acknowledged', (question) => ({ ...question, state: 'acknowledged' })),
    );
  if (method === 'tasks/cancel')
    return patchTask(world, endpoint, id, (task) =>
      task.cancel?.exchange === exchange.id
        ? { ...task, cancel: { ...task.cancel, state: 'acknowledged', problem: undefined } }
        : task,
    );
  return world;
}

function onHandle(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  answer: Answer,
): FoldedWorld {
  const { task: snapshot } = answer;
  if (snapshot === undefined) return world;
  const known = world.tasks.get(taskKey(exchange.endpoint, snapshot.taskId))?.state;
  const begin = { seq: exchange.requestSeq, mono: exchange.sentAt, exchange: exchange.id };
  const state: TaskState =
    known ??
    newTask(exchange.endpoint, snapshot.taskId, {
      ...begin,
      ...(exchange.name === undefined ? {} : { tool: exchange.name }),
    });
  const problems = known === undefined ? [] : ['the same task id was handed out before'];
  const next = observe(
    { ...state, tool: state.tool ?? exchange.name, handleExchange: state.handleExchange ?? exchange.id },
    snapshot,
    { ...seenIn(event, exchange, 'handle'), problems },
  );
  return putTask(world, next);
}

function onPolled(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  answer: Answer,
): FoldedWorld {
  const { task: snapshot } = answer;
  if (snapshot === undefined) return world;
  const key = taskKey(exchange.endpoint, snapshot.taskId);
  const problems = answer.note === undefined ? [] : [answer.note];
  const next = patchTask(world, exchange.endpoint, snapshot.taskId, (task) =>
    observe({ ...task, poll: afterPoll(task, exchange) }, snapshot, {
      ...seenIn(event, exchange, 'poll'),
      problems,
    }),
  );
  const latest = next.tasks.get(key)?.state.observations.last();
  return latest === undefined ? next : putExchange(next, { ...exchange, note: noteOf(latest) });
}

function ending({ seq }: LogEvent, { id }: FoldedExchange, kind: 'result' | 'error'): TaskState['ending'] {
  return { seq, exchange: id, kind };
}

function seenIn(event: LogEvent, exchange: FoldedExchange, via: Seen['via']): Seen {
  return {
    seq: event.seq,
    exchange: exchange.id,
    mono: event.mono,
    wall: event.wall,
    via,
    sentAt: exchange.sentAt,
  };
}

/** An own poll that came back is no longer in flight; what is next, the next `plan` or `stop` says. */
function afterPoll(task: TaskState, exchange: FoldedExchange): TaskState['poll'] {
  return exchange.own && task.poll.kind === 'in-flight' ? { kind: 'idle' } : task.poll;
}

/** What a failed exchange does: the task's own state is never touched by it, except that the server may not know the task. */
export function taskAfterFailure(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  problem: Problem,
): FoldedWorld {
  const { endpoint, method, name } = exchange;
  if (name === undefined) return world;
  if (method === 'tasks/update')
    return patchTask(world, endpoint, name, (task) =>
      settle(task, exchange, 'failed', (question) => ({ ...question, state: 'send-failed', problem })),
    );
  if (method === 'tasks/cancel')
    return patchTask(world, endpoint, name, (task) =>
      task.cancel?.exchange === exchange.id
        ? { ...task, cancel: { ...task.cancel, state: 'failed', problem } }
        : task,
    );
  // The error of a failed task is the answer to tasks/result; before its end, an error is one of the request.
  if (method === 'tasks/result' && exchange.outcome?.kind === 'error')
    return patchTask(world, endpoint, name, (task) =>
      task.status === 'failed' ? { ...task, ending: ending(event, exchange, 'error') } : task,
    );
  if (method !== 'tasks/get') return world;
  return patchTask(world, endpoint, name, (task) => {
    const failures = [...task.failures, { seq: event.seq, mono: event.mono, problem }].slice(-KEPT_FAILURES);
    const failed = { ...task, failures, poll: afterPoll(task, exchange) };
    return isGone(exchange) ? { ...failed, ...goneNow(task, event, problem) } : failed;
  });
}

/** -32602 on `tasks/get`: the server does not know the task (any more), or it is not ours (R66, R70). An HTTP 5xx is no such word. */
export function isGone(exchange: Pick<FoldedExchange, 'method' | 'outcome' | 'httpStatus'>): boolean {
  const { method, outcome, httpStatus } = exchange;
  return (
    method === 'tasks/get' &&
    outcome?.kind === 'error' &&
    outcome.code === CODES.invalidParams &&
    (httpStatus ?? 200) < 500
  );
}

function goneNow(
  task: TaskState,
  event: LogEvent,
  problem: Problem,
): Pick<TaskState, 'gone' | 'segmentList'> {
  const last = task.segmentList.last();
  const open = last !== undefined && last.to === undefined;
  return {
    gone: {
      seq: event.seq,
      mono: event.mono,
      message: problem.message,
      ttlPassed: ttlPassed(task, event.wall),
    },
    segmentList: open
      ? task.segmentList.set(task.segmentList.size - 1, { ...last, to: event.mono })
      : task.segmentList,
  };
}

/** Whether createdAt + ttlMs had passed at `wall`; null where it cannot be known. A ttlMs of null never passes (R27). */
function ttlPassed(task: TaskState, wall: number): boolean | null {
  if (task.ttlMs === null) return false;
  const created = task.createdAt === undefined ? Number.NaN : Date.parse(task.createdAt);
  return task.ttlMs === undefined || Number.isNaN(created) ? null : wall >= created + task.ttlMs;
}

/** Marks the update with its outcome, and changes the questions that it answered and that still wait for it. */
function settle(
  task: TaskState,
  exchange: FoldedExchange,
  state: 'acknowledged' | 'failed',
  change: (question: Question) => Question,
): TaskState {
  const update = task.updates.find((one) => one.exchange === exchange.id);
  if (update === undefined) return task;
  const updates = task.updates.map((one) => (one === update ? { ...one, state } : one));
  let questionDict = task.questionDict;
  for (const key of update.keys) {
    const question = questionDict.get(key);
    if (question?.updateExchange === exchange.id && question.state === 'sending')
      questionDict = questionDict.set(key, change(question));
  }
  return { ...task, updates, questionDict };
}

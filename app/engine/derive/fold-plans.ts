import { own, ownString } from '../../../server/protocol/json.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { type FoldedWorld, patchTask, putExchange } from './folded.ts';

/** What the engine means to do next: `plan` events. */
export function onPlan(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const { data, endpoint } = event;
  const due = own(data, 'due');
  if (endpoint === null || typeof due !== 'number') return world;
  const what = ownString(data, 'what');
  const attempt = own(data, 'attempt');
  const nth = typeof attempt === 'number' ? attempt : 1;
  if (what === 'reconnect') {
    let next = world;
    for (const id of taskIds(event))
      next = patchTask(next, endpoint, id, (task) =>
        task.wantsPush ? { ...task, push: { kind: 'reconnecting', due, attempt: nth } } : task,
      );
    return next;
  }
  const taskId = ownString(data, 'taskId');
  if (taskId === undefined) return world;
  const why = ownString(data, 'why') ?? '';
  if (what === 'poll')
    return patchTask(world, endpoint, taskId, (task) => ({ ...task, poll: { kind: 'scheduled', due, why } }));
  if (what !== 'retry') return world;
  const next = patchTask(world, endpoint, taskId, (task) => {
    const problem = task.failures.at(-1)?.problem;
    return { ...task, poll: { kind: 'retrying', due, attempt: nth, problem } };
  });
  const after = ownString(data, 'after');
  const exchange = after === undefined ? undefined : next.exchangeById.get(after);
  if (exchange === undefined) return next;
  return putExchange(next, { ...exchange, note: `retried in ${span(due - event.mono)}` });
}

/** `250 ms`, `15 s`, `2.5 s`. */
function span(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

/** What the engine will not go on with: `stop` events. */
export function onStop(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const { data, endpoint } = event;
  if (endpoint === null) return world;
  const what = ownString(data, 'what');
  const why = ownString(data, 'why') ?? '';
  let next = world;
  for (const id of taskIds(event))
    next = patchTask(next, endpoint, id, (task) => {
      if (what === 'listen')
        return { ...task, wantsPush: false, push: { kind: why === 'refused' ? 'refused' : 'off' } };
      if (what !== 'poll') return task;
      return { ...task, poll: why === 'followed' ? { kind: 'followed' } : { kind: 'stopped', why } };
    });
  return next;
}

function taskIds(event: LogEvent): string[] {
  const one = ownString(event.data, 'taskId');
  const many = own(event.data, 'taskIds');
  const ids = Array.isArray(many) ? many.filter((id): id is string => typeof id === 'string') : [];
  return one === undefined ? ids : [one, ...ids];
}

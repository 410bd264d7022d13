import type { TaskEvent } from '../ports/task-store.ts';
import type { Seen } from './watch.suite.ts';

/** What a server has acknowledged over its many lives, and what the store has in the end. */
export interface Outcome {
  /** Each handle and each notification: a committed state. */
  readonly told: readonly Seen[];
  /** Each acknowledged answer, and when its acknowledgement was there, ms since the epoch. */
  readonly answered: readonly { readonly taskId: string; readonly by: number }[];
  /** From the store itself, opened after the last process has ended. */
  readonly histories: ReadonlyMap<string, readonly TaskEvent[]>;
}

/**
 * What is wrong with an outcome, in words. Empty where each acknowledged task exists and came to its end exactly once, each state that
 * was told is in its history as it was told, and each answer had its effect, once, before it was acknowledged: what was lost and then
 * made again has another time.
 */
export function complaints({ told, answered, histories }: Outcome): string[] {
  const ids = [...new Set(told.map(({ taskId }) => taskId))];
  return [
    ...ids.flatMap((taskId) => ofHistory(taskId, histories.get(taskId) ?? [])),
    ...told.flatMap(({ taskId, status, revision, at }) => {
      const event = histories.get(taskId)?.[revision - 1];
      return event === undefined || (event.to === status && event.at === at)
        ? []
        : [`${taskId} was told as ${status} at revision ${revision}, and is not so stored`];
    }),
    ...answered.flatMap(({ taskId, by }) => {
      const answers = (histories.get(taskId) ?? []).filter(({ kind }) => kind === 'answered');
      return answers.some(({ at }) => at <= by) ? [] : [`the answer to ${taskId} is lost`];
    }),
  ];
}

function ofHistory(taskId: string, events: readonly TaskEvent[]): string[] {
  if (events.length === 0) return [`${taskId} is lost`];
  const ends = events.filter((event) => event.to === 'completed' && event.from !== 'completed').length;
  const answers = events.filter(({ kind }) => kind === 'answered').length;
  const gap = events.findIndex((event, i) => event.revision !== i + 1);
  const last = events.at(-1)?.to;
  return [
    ...(ends === 1 ? [] : [`${taskId} was completed ${ends} times`]),
    ...(answers <= 1 ? [] : [`${taskId} was answered ${answers} times`]),
    ...(last === 'completed' ? [] : [`${taskId} is ${last}`]),
    ...(gap === -1 ? [] : [`${taskId} has no revision ${gap + 1} in its place`]),
  ];
}

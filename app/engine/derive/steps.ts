import { isLegalTransition, type TaskStatus } from '../../../server/protocol/task.ts';
import type { TaskHistory } from './model.ts';

/** A way from one state to another that was seen to be taken. */
export interface StateStep {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  readonly times: number;
  readonly legal: boolean;
}

/** The steps of a task between its observations, in the order in which they were first taken. Answers that crossed on the way are none. */
export function stateSteps(task: TaskHistory): readonly StateStep[] {
  const steps = new Map<string, StateStep>();
  let from: TaskStatus | undefined;
  for (const { status: to, stale } of task.observations) {
    if (stale === true) continue;
    if (from !== undefined && from !== to) {
      const key = `${from} ${to}`;
      const times = (steps.get(key)?.times ?? 0) + 1;
      steps.set(key, { from, to, times, legal: isLegalTransition(from, to) });
    }
    from = to;
  }
  return [...steps.values()];
}

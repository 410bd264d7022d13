import type { TaskHistory } from '../../engine/derive/model.ts';

/** How the polls kept to the interval that the server asked for (R28). */
export interface PollBudget {
  readonly polls: number;
  readonly early: number;
  readonly onTime: number;
  readonly late: number;
  /** Polls that told nothing new. */
  readonly withoutNews: number;
}

/** Answers take their time, so a poll is on time within this share of the interval, and this many ms. */
const SHARE = 0.25;
const SLACK = 60;

export function pollBudget(task: TaskHistory): PollBudget {
  let before: { readonly mono: number; readonly interval: number | undefined } | undefined;
  const out = { polls: 0, early: 0, onTime: 0, late: 0, withoutNews: 0 };
  for (const o of task.observations) {
    if (o.via !== 'push' && before?.interval !== undefined) {
      const gap = o.mono - before.mono;
      const slack = before.interval * SHARE + SLACK;
      if (gap < before.interval - slack) out.early += 1;
      else if (gap > before.interval + slack) out.late += 1;
      else out.onTime += 1;
    }
    if (o.via === 'poll') {
      out.polls += 1;
      if (o.changed.length === 0) out.withoutNews += 1;
    }
    if (o.via !== 'push') before = { mono: o.mono, interval: o.pollIntervalMs };
  }
  return out;
}

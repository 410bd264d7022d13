import type { Dict, Exchange, TaskHistory } from '../../engine/derive/model.ts';
import { pollTiming } from '../../engine/index.ts';

/** How the polls kept to the interval that the server asked for (R28). */
export interface PollBudget {
  readonly early: number;
  readonly onTime: number;
  readonly late: number;
  /** Polls that told nothing new. */
  readonly withoutNews: number;
}

export function pollBudget(task: TaskHistory, exchanges: Dict<Exchange>): PollBudget {
  const out = { early: 0, onTime: 0, late: 0, withoutNews: 0 };
  for (const o of task.observations) {
    if (o.via !== 'poll') continue;
    if (o.changed.length === 0) out.withoutNews += 1;
    const exchange = exchanges.get(o.exchange);
    const verdict = exchange === undefined ? undefined : pollTiming(task, exchange)?.verdict;
    if (verdict === 'early') out.early += 1;
    else if (verdict === 'late') out.late += 1;
    else if (verdict === 'on time') out.onTime += 1;
  }
  return out;
}

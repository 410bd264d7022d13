import { type TrueHistory, trueHistory } from '../../engine/derive/gaps.ts';
import type { TaskHistory, World } from '../../engine/derive/model.ts';
import { truthKey } from '../../engine/derive/truth.ts';

/** How often a stretch that goes on is looked at anew, ms. */
const EVERY = 500;

interface Kept {
  readonly truths: unknown;
  readonly exchanges: unknown;
  readonly tick: number;
  readonly history: TrueHistory;
}

const kept = new WeakMap<TaskHistory, Kept>();

/** What was true of a task; undefined where no lab told. Lanes are drawn many times a second, and it changes seldom. */
export function truthOf(task: TaskHistory, world: World, now: number): TrueHistory | undefined {
  const truths = world.truths?.get(truthKey(task.endpoint, task.taskId));
  if (truths === undefined) return undefined;
  const tick = Math.floor(now / EVERY);
  const before = kept.get(task);
  const same = before?.truths === truths && before.exchanges === world.exchangeById && before.tick === tick;
  if (before !== undefined && same) return before.history;
  const history = trueHistory(task, truths, world.exchangeById, now);
  kept.set(task, { truths, exchanges: world.exchangeById, tick, history });
  return history;
}

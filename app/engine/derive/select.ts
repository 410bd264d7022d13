import { isTerminal } from '../../../server/protocol/task.ts';
import type { Exchange, List, Observation, Question, TaskHistory, World } from './model.ts';

/** Tasks that a person may still have something to do with: not forgotten, neither ended nor gone. In the order of their start. */
export function tasksAlive(world: World): TaskHistory[] {
  return [...world.tasks.values()].filter(isAlive);
}

export function isAlive(task: TaskHistory): boolean {
  if (task.forgotten || task.gone !== undefined) return false;
  return task.status === undefined || !isTerminal(task.status);
}

export interface OpenQuestion {
  readonly task: TaskHistory;
  readonly question: Question;
}

/** Questions that wait for a person (open, or whose answer could not be sent), oldest first. */
export function openQuestions(world: World): OpenQuestion[] {
  return tasksAlive(world)
    .flatMap((task) => task.questions.map((question) => ({ task, question })))
    .filter(({ question }) => question.state === 'open' || question.state === 'send-failed')
    .sort((a, b) => a.question.firstSeq - b.question.firstSeq);
}

/** The exchanges that concern a task, in order. */
export function exchangesOf(world: World, task: Pick<TaskHistory, 'endpoint' | 'taskId'>): Exchange[] {
  return [...world.exchanges].filter(
    ({ endpoint, taskIds }) => endpoint === task.endpoint && taskIds.includes(task.taskId),
  );
}

export interface PollTiming {
  readonly verdict: 'early' | 'on time' | 'late';
  /** mono at which it was due, ms. */
  readonly due: number;
  /** Sent so many ms after that; negative: before. */
  readonly off: number;
}

/** Timers are never exact, and a busy page is later still. */
const TOLERANCE_EARLY = 20;
const TOLERANCE_LATE = 250;
const DEFAULT_INTERVAL = 1_000;

/**
 * Whether a `tasks/get` went out when it was due: one poll interval, as last advertised, after the newest answer to a poll (or the
 * handle). Undefined for other exchanges and for a first look, which nothing was due before.
 */
export function pollTiming(task: TaskHistory, exchange: Exchange): PollTiming | undefined {
  if (exchange.method !== 'tasks/get') return undefined;
  const before = lastBefore(task.observations, exchange.sentAt, () => true);
  const base = lastBefore(task.observations, exchange.sentAt, ({ via }) => via !== 'push');
  if (before === undefined || base === undefined) return undefined;
  const due = base.mono + (before.pollIntervalMs ?? DEFAULT_INTERVAL);
  const off = exchange.sentAt - due;
  const verdict = off < -TOLERANCE_EARLY ? 'early' : off > TOLERANCE_LATE ? 'late' : 'on time';
  return { verdict, due, off };
}

/** The newest observation before `mono` that passes; observations are in the order of time. */
function lastBefore(
  observations: List<Observation>,
  mono: number,
  passes: (observation: Observation) => boolean,
): Observation | undefined {
  let low = 0;
  let high = observations.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((observations.at(middle)?.mono ?? 0) <= mono) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0; i -= 1) {
    const found = observations.at(i);
    if (found !== undefined && passes(found)) return found;
  }
  return undefined;
}

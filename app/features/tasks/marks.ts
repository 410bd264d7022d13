import type { Observation, TaskHistory } from '../../engine/derive/model.ts';
import { offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import type { View } from './view.ts';

export type MarkKind =
  | 'handle'
  | 'poll'
  | 'push'
  | 'failure'
  | 'update'
  | 'update-failed'
  | 'cancel'
  | 'question'
  | 'gone';

/** What each kind means, for the legend. */
export const MARK_WORDS: Readonly<Record<MarkKind, string>> = {
  handle: 'handle: the task begins',
  poll: 'poll; bold where it told something new',
  push: 'push',
  failure: 'poll failed',
  question: 'asked',
  update: 'answer sent',
  'update-failed': 'answer not acknowledged',
  cancel: 'cancel requested',
  gone: 'the server does not know it any more',
};

/** Something on a lane that can be pointed at, clicked and read out. */
export interface Mark {
  /** Stable as long as the log is: the kind and the seq of its event. */
  readonly id: string;
  readonly kind: MarkKind;
  readonly mono: number;
  readonly x: number;
  /** The message behind it; where only the event is known, `seq` leads to it. */
  readonly exchange: string | undefined;
  readonly seq: number | undefined;
  readonly status: string | undefined;
  /** How many messages it stands for: neighbours closer than a few px are drawn as one. */
  readonly count: number;
  /** Its accessible name. */
  readonly name: string;
  /** Text beside it, where it has one. */
  readonly caption: string | undefined;
}

/** Marks closer than this are merged, px. */
const NEAR = 4;

/** The first index in `size` observations whose time is at least `mono`. */
export function firstAt(task: TaskHistory, mono: number): number {
  let low = 0;
  let high = task.observations.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((task.observations.at(middle)?.mono ?? 0) < mono) low = middle + 1;
    else high = middle;
  }
  return low;
}

function observed(o: Observation, x: number): Mark {
  const word = o.via === 'handle' ? 'handle' : o.via;
  const news = o.changed.length > 0 && o.via !== 'handle' ? ` (${o.changed.map(visible).join(', ')})` : '';
  const odd = o.problems.length > 0 ? `, ${o.problems.join('; ')}` : '';
  return {
    id: `${o.via}:${o.seq}`,
    kind: o.via,
    mono: o.mono,
    x,
    exchange: o.exchange,
    seq: o.seq,
    status: o.status,
    count: 1,
    name: `${word} at ${offset(o.mono)} s: ${o.status}${news}${odd}`,
    caption: undefined,
  };
}

/** Joins neighbours of one kind, but never those in `apart` (ids of marks or exchanges that are selected or focused). */
function merged(marks: readonly Mark[], apart: ReadonlySet<string>, near: number): Mark[] {
  const out: Mark[] = [];
  for (const mark of marks) {
    const last = out.at(-1);
    const joins =
      last !== undefined &&
      last.kind === mark.kind &&
      last.status === mark.status &&
      mark.x - last.x < near &&
      !isApart(mark, apart) &&
      !isApart(last, apart);
    if (!joins) {
      out.push(mark);
      continue;
    }
    const count = last.count + 1;
    out[out.length - 1] = {
      ...last,
      count,
      name: `${count} times ${mark.kind}, the last at ${offset(mark.mono)} s: ${mark.status ?? 'failed'}`,
    };
  }
  return out;
}

function isApart(mark: Mark, apart: ReadonlySet<string>): boolean {
  return apart.has(mark.id) || (mark.exchange !== undefined && apart.has(mark.exchange));
}

/** All marks of a task within the view, in the order of time. @param near those of a kind that are closer are one, px */
export function marksOf(
  task: TaskHistory,
  view: View,
  x: (mono: number) => number,
  apart: ReadonlySet<string>,
  near: number = NEAR,
): Mark[] {
  const seen: Mark[] = [];
  for (let i = firstAt(task, view.from); i < task.observations.size; i += 1) {
    const o = task.observations.at(i);
    if (o === undefined || o.mono > view.to) break;
    seen.push(observed(o, x(o.mono)));
  }
  const failures = task.failures.map(
    ({ seq, mono, problem }): Mark => ({
      ...blank(`failure:${seq}`, 'failure', mono, x),
      exchange: problem.exchange,
      seq,
      name: `poll failed at ${offset(mono)} s: ${problem.message}`,
    }),
  );
  const rest = [...failures, ...actions(task, x)].filter((m) => m.mono >= view.from && m.mono <= view.to);
  return [...merged(seen, apart, near), ...rest].sort((a, b) => a.mono - b.mono);
}

/** An ack says that the answer arrived, no more (R41); without one nobody knows. */
const ANSWER = { sending: 'answer', acknowledged: 'answered', failed: 'answer not acknowledged' } as const;

function actions(task: TaskHistory, x: (mono: number) => number): Mark[] {
  const out: Mark[] = [];
  for (const question of task.questions) {
    const at = task.observations.at(firstAt(task, question.firstMono));
    out.push({
      ...blank(`question:${question.key}`, 'question', question.firstMono, x),
      exchange: at?.exchange,
      name: `asked ${visible(question.key)} at ${offset(question.firstMono)} s: ${question.state}`,
      caption: `asked ${visible(question.key)}`,
    });
  }
  for (const update of task.updates) {
    out.push({
      ...blank(
        `update:${update.seq}`,
        update.state === 'failed' ? 'update-failed' : 'update',
        update.mono,
        x,
      ),
      exchange: update.exchange,
      name: `${ANSWER[update.state]} at ${offset(update.mono)} s: ${update.keys.map(visible).join(', ')}`,
      caption: ANSWER[update.state],
    });
  }
  const { cancel, gone } = task;
  if (cancel !== undefined) {
    out.push({
      ...blank(`cancel:${cancel.seq}`, 'cancel', cancel.mono, x),
      exchange: cancel.exchange,
      name: `${cancelCaption(task) ?? 'cancel'} (at ${offset(cancel.mono)} s)`,
      caption: cancelCaption(task),
    });
  }
  if (gone !== undefined) {
    out.push({
      ...blank(`gone:${gone.seq}`, 'gone', gone.mono, x),
      seq: gone.seq,
      name: `gone at ${offset(gone.mono)} s: ${gone.message}`,
      caption: undefined,
    });
  }
  return out;
}

/** "cancel requested" until the server says more: an ack proves nothing (R51, R56). */
export function cancelCaption(task: TaskHistory): string | undefined {
  if (task.cancel === undefined) return undefined;
  if (task.cancel.state === 'failed') return 'cancel not sent';
  if (task.status === 'completed' || task.status === 'failed')
    return `cancel requested, but it ${task.status}`;
  const acked = task.cancel.state === 'acknowledged' && task.status !== 'cancelled';
  return acked ? 'cancel requested, acknowledged' : 'cancel requested';
}

function blank(id: string, kind: MarkKind, mono: number, x: (mono: number) => number): Mark {
  return {
    id,
    kind,
    mono,
    x: x(mono),
    exchange: undefined,
    seq: undefined,
    status: undefined,
    count: 1,
    name: '',
    caption: undefined,
  };
}

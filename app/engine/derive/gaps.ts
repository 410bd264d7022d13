import { isTerminal, type TaskStatus } from '../../../server/protocol/task.ts';
import type { Dict, Exchange, Segment, TaskHistory, Truth, Truths } from './model.ts';

/** Where what was seen is not what was true, in words. Moments are `mono` ms. */
export interface Gap {
  /**
   * `stale`: asked after a change, the server still told the state before. `missed`: a state that was true and never seen. `lost-push`: a
   * stream was open and did not tell. `late-cancel`: the task had ended before it was asked to. `lost-race`: it ended all the same.
   */
  readonly kind: 'stale' | 'missed' | 'lost-push' | 'late-cancel' | 'lost-race';
  readonly revision: number;
  readonly from: number;
  /** Undefined where it lasts. */
  readonly to: number | undefined;
  readonly ms: number;
  readonly status: TaskStatus;
}

/** What was true of a task and what became of it. */
export interface TrueHistory {
  readonly segments: readonly Segment[];
  readonly gaps: readonly Gap[];
  /** For each transition, when it was first seen; undefined: not yet. */
  readonly seen: readonly {
    readonly truth: Truth;
    readonly at: number;
    readonly seenAt: number | undefined;
  }[];
}

/** The way from the server to two sockets of this page differs by less, ms. */
const JITTER = 5;
/** A push that takes longer did not come, ms. */
const GRACE = 1_500;

/**
 * Compares a task's true transitions with what was seen of it, joined by revision. A transition cannot have happened after it was seen:
 * where the lab's message came later than the answer, the answer counts.
 * @param now `mono` ms up to which it is told
 */
export function trueHistory(
  task: TaskHistory,
  truths: Truths,
  exchanges: Dict<Exchange>,
  now: number,
): TrueHistory {
  const rows = joined(task, truths);
  const segments: Segment[] = [];
  for (const { truth, at } of rows) {
    const last = segments.at(-1);
    if (last?.status === truth.to) continue;
    if (last !== undefined) segments[segments.length - 1] = { ...last, to: at };
    segments.push({ status: truth.to, from: at, to: undefined });
  }
  const gaps = [
    ...stale(task, rows, exchanges),
    ...missed(rows),
    ...lostPushes(task, rows, exchanges, now),
    ...lateCancel(task, rows),
  ].sort((a, b) => a.from - b.from);
  return { segments, gaps, seen: rows };
}

type Row = TrueHistory['seen'][number];

/** Each transition with the first answer of its revision or a later one. One walk over the observations. */
function joined(task: TaskHistory, truths: Truths): readonly Row[] {
  const rows: Row[] = [];
  const list = [...truths];
  let next = 0;
  for (const o of task.observations) {
    if (next >= list.length) break;
    if (o.revision === undefined || o.stale === true) continue;
    for (let truth = list[next]; truth !== undefined && truth.revision <= o.revision; truth = list[next]) {
      rows.push({ truth, at: Math.min(truth.at, o.mono), seenAt: o.mono });
      next += 1;
    }
  }
  for (const truth of list.slice(next)) rows.push({ truth, at: truth.at, seenAt: undefined });
  return rows;
}

/** Polls that were sent after a change and were told what was before it. */
function stale(task: TaskHistory, rows: readonly Row[], exchanges: Dict<Exchange>): Gap[] {
  const out: Gap[] = [];
  for (const { truth, at, seenAt } of rows) {
    let last: { readonly sent: number; readonly came: number } | undefined;
    for (let i = firstFrom(task, at); i < task.observations.size; i += 1) {
      const o = task.observations.at(i);
      if (o === undefined || (seenAt !== undefined && o.mono >= seenAt && o.stale !== true)) break;
      if (o.via !== 'poll' || o.revision === undefined || o.revision >= truth.revision) continue;
      const sent = exchanges.get(o.exchange)?.sentAt ?? o.mono;
      if (sent > at + JITTER) last = { sent, came: o.mono };
    }
    if (last !== undefined)
      out.push({
        ...{ kind: 'stale', revision: truth.revision, from: at, to: last.came, status: truth.to },
        ms: last.sent - at,
      });
  }
  return out;
}

function firstFrom(task: TaskHistory, mono: number): number {
  let low = 0;
  let high = task.observations.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((task.observations.at(middle)?.mono ?? 0) < mono) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** States that were over before anybody looked. */
function missed(rows: readonly Row[]): Gap[] {
  return rows.flatMap(({ truth, at, seenAt }, i): Gap[] => {
    const next = rows[i + 1];
    const isNew = truth.from !== truth.to;
    if (!isNew || seenAt === undefined || next === undefined || next.truth.to === truth.to) return [];
    if (next.seenAt !== seenAt) return [];
    const ms = next.at - at;
    return [{ kind: 'missed', revision: truth.revision, from: at, to: next.at, ms, status: truth.to }];
  });
}

/** Transitions while a stream for this task was open that it did not tell. */
function lostPushes(task: TaskHistory, rows: readonly Row[], exchanges: Dict<Exchange>, now: number): Gap[] {
  const streams = (task.listens ?? []).flatMap((id) => {
    const exchange = exchanges.get(id);
    const from = exchange?.frames.at(0)?.mono;
    return exchange === undefined || from === undefined ? [] : [{ from, to: exchange.endAt ?? now }];
  });
  if (streams.length === 0) return [];
  const pushed = [...task.observations].filter(({ via }) => via === 'push');
  return rows.flatMap(({ truth, at }): Gap[] => {
    const isOpen = streams.some(({ from, to }) => from < at && at + GRACE <= to);
    if (!isOpen) return [];
    const told = pushed.find(({ revision }) => revision !== undefined && revision >= truth.revision);
    if (told !== undefined && told.mono <= at + GRACE) return [];
    return [
      {
        ...{ kind: 'lost-push', revision: truth.revision, from: at, to: told?.mono, status: truth.to },
        ms: (told?.mono ?? now) - at,
      },
    ];
  });
}

/** A cancel that did not cancel: too late, or not fast enough. */
function lateCancel(task: TaskHistory, rows: readonly Row[]): Gap[] {
  const { cancel } = task;
  if (cancel === undefined || cancel.state === 'failed') return [];
  const end = rows.find(({ truth }) => isTerminal(truth.to));
  if (end === undefined || end.truth.to === 'cancelled') return [];
  const { revision, to: status } = end.truth;
  const ms = cancel.mono - end.at;
  return ms >= 0
    ? [{ kind: 'late-cancel', revision, from: end.at, to: cancel.mono, ms, status }]
    : [{ kind: 'lost-race', revision, from: cancel.mono, to: end.at, ms: -ms, status }];
}

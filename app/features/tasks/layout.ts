import type { Gap, TrueHistory } from '../../engine/derive/gaps.ts';
import type { Segment, TaskHistory } from '../../engine/derive/model.ts';
import { isAlive } from '../../engine/index.ts';
import { duration, wallTime } from '../../ui/format.ts';
import { shortId, visible } from '../../ui/label.ts';
import { toneStatus } from '../../ui/tone.ts';
import { neverTold } from './alive.ts';
import { type Mark, marksOf } from './marks.ts';
import type { View } from './view.ts';
import { gapWords } from './words.ts';

/**
 * Where everything of the timeline goes, as numbers. Pure: drawing (SVG now, canvas later) reads this and decides nothing.
 * Vertical places within a lane are constants of the drawing; x and widths are px from the left of the plot.
 */

export const LANE_HEIGHT = 62;

export interface Block {
  readonly status: string;
  readonly x: number;
  readonly width: number;
  /** Ended states: a mark of their end, then a thin line, because nothing happens any more. */
  readonly thinFrom: number | undefined;
  readonly label: string | undefined;
  /** Where the label begins, px: beside the mark of an end, else within the block. */
  readonly labelX: number;
}

/** When the task may be discarded: createdAt + ttlMs, told by the server's clock (R71: a backstop, no promise). */
export interface Fuse {
  readonly mono: number;
  /** Undefined where it lies outside the view. */
  readonly x: number | undefined;
  readonly label: string;
  /** The same where there is little room. */
  readonly short: string;
  readonly passed: boolean;
  /** Where what is left of it begins, px: at the present, or beside the words of an end; undefined: beyond the view. */
  readonly from: number | undefined;
}

/** What was true of a task, placed. */
export interface TruthLane {
  readonly history: TrueHistory;
  readonly blocks: readonly { readonly status: string; readonly x: number; readonly width: number }[];
  /** `labelled`: its words have room beside those before it. */
  readonly gaps: readonly {
    readonly gap: Gap;
    readonly x: number;
    readonly to: number;
    readonly labelled: boolean;
  }[];
}

export interface Lane {
  readonly key: string;
  readonly task: TaskHistory;
  readonly blocks: readonly Block[];
  readonly marks: readonly Mark[];
  readonly fuse: Fuse | undefined;
  readonly truth: TruthLane | undefined;
  readonly gone: { readonly x: number; readonly width: number } | undefined;
  /** Set where nothing of the lane is in view: where it would be. */
  readonly away: 'before' | 'after' | undefined;
}

export interface LaneInput {
  readonly key: string;
  readonly task: TaskHistory;
  readonly view: View;
  readonly width: number;
  readonly now: number;
  readonly truth?: TrueHistory | undefined;
  /** Ids of marks or exchanges whose marks must not be merged into neighbours. */
  readonly apart: ReadonlySet<string>;
}

const CHARACTER = 6.3;
/** Width of the mark of an end, px. */
const END = 8;

/** Text cut to fit `width`, or nothing where too little of it would be left. */
export function fitted(text: string, width: number): string | undefined {
  const room = Math.floor((width - 14) / CHARACTER);
  if (text.length <= room) return text;
  return text.length > 16 && room >= 12 ? `${text.slice(0, room - 1)}…` : undefined;
}

/** The scale of a view: `mono` ms to px. */
export function scaleOf(view: View, width: number): (mono: number) => number {
  const perMs = width / (view.to - view.from);
  return (mono) => (mono - view.from) * perMs;
}

export function layLane(input: LaneInput): Lane {
  const { key, task, view, width, now } = input;
  const x = scaleOf(view, width);
  const end = task.gone?.mono ?? now;
  const blocks = task.segments.flatMap((segment) => {
    const block = layBlock(segment, task, x, width, end);
    return block === undefined ? [] : [block];
  });
  const gone =
    task.gone === undefined || x(task.gone.mono) >= width
      ? undefined
      : {
          x: Math.max(0, x(task.gone.mono)),
          width: Math.min(width, x(now)) - Math.max(0, x(task.gone.mono)),
        };
  const marks = marksOf(task, view, x, input.apart);
  const away =
    blocks.length > 0 || marks.length > 0 ? undefined : task.startMono > view.to ? 'after' : 'before';
  const truth = input.truth && layTruth(input.truth, x, width, end);
  return { key, task, blocks, marks, fuse: fuseOf(task, x, width, now, endOf(blocks)), truth, gone, away };
}

/** Beside the end of one gap's words, px. */
const WORDS = { character: 5.4, apart: 8 } as const;

function layTruth(history: TrueHistory, x: (mono: number) => number, width: number, end: number): TruthLane {
  const inside = (mono: number): number => Math.min(width, Math.max(0, x(mono)));
  const blocks = history.segments.flatMap(({ status, from, to }) => {
    const [left, right] = [inside(from), inside(to ?? end)];
    return right > left ? [{ status, x: left, width: right - left }] : [];
  });
  let free = Number.NEGATIVE_INFINITY;
  const gaps = history.gaps.flatMap((gap) => {
    const to = gap.to ?? end;
    if (x(to) < 0 || x(gap.from) > width) return [];
    const left = inside(gap.from);
    const labelled = left >= free;
    if (labelled) free = left + gapWords(gap).length * WORDS.character + WORDS.apart;
    return [{ gap, x: left, to: inside(to), labelled }];
  });
  return { history, blocks, gaps };
}

function layBlock(
  segment: Segment,
  task: TaskHistory,
  x: (mono: number) => number,
  width: number,
  end: number,
): Block | undefined {
  const to = segment.to ?? Math.max(end, segment.from);
  const left = Math.max(0, x(segment.from));
  const right = Math.min(width, x(to));
  if (right <= 0 || left >= width) return undefined;
  const text = labelOf(segment, task, to);
  const ended = isEnded(segment.status);
  // The words of an end stand beside it: a bar as long as they are would say that it took so long.
  const long = ended ? Math.max(END, right - left) : Math.max(2, right - left);
  const room = ended && segment.to === undefined ? width - left - END : long;
  const label = [text, segment.status].map((t) => t && fitted(t, room)).find((t) => t !== undefined);
  return {
    status: toneStatus(segment.status, task.latest?.toolError === true),
    x: left,
    width: long,
    thinFrom: ended ? left + END : undefined,
    label,
    labelX: ended ? left + END + 5 : left + 8,
  };
}

function isEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function labelOf(segment: Segment, task: TaskHistory, to: number): string | undefined {
  const open = segment.to === undefined;
  const length = duration(to - segment.from);
  if (segment.status === 'input_required') {
    if (!open) return `waited ${length}`;
    const mine = task.questions.some((q) => q.state === 'open' || q.state === 'send-failed');
    return mine ? `waiting for you · ${length}` : `answered, not taken up yet · ${length}`;
  }
  if (segment.status === 'working') return open ? (task.latest?.statusMessage ?? 'working') : undefined;
  const ended = toneStatus(segment.status, task.latest?.toolError === true);
  return open && task.latest?.statusMessage !== undefined ? `${ended} · ${task.latest.statusMessage}` : ended;
}

/** Where the words of an end end, px; 0 where there are none. */
function endOf(blocks: readonly Block[]): number {
  const last = blocks.at(-1);
  return last?.thinFrom === undefined || last.label === undefined
    ? 0
    : last.labelX + last.label.length * CHARACTER;
}

function fuseOf(
  task: TaskHistory,
  x: (mono: number) => number,
  width: number,
  now: number,
  words: number,
): Fuse | undefined {
  const { createdAt, ttlMs, latest, gone } = task;
  if (createdAt === undefined || typeof ttlMs !== 'number' || latest === undefined || gone !== undefined)
    return undefined;
  const wall = Date.parse(createdAt) + ttlMs;
  if (Number.isNaN(wall)) return undefined;
  const mono = latest.mono + (wall - latest.wall);
  const passed = mono <= now;
  const at = x(mono);
  return {
    mono,
    x: at >= 0 && at <= width ? at : undefined,
    label: passed
      ? `may be discarded since ${wallTime(wall).slice(0, 8)}`
      : `may be discarded after ${wallTime(wall).slice(0, 8)}, in ${duration(mono - now)}`,
    short: passed ? 'TTL over' : `TTL ${wallTime(wall).slice(0, 8)} ▸`,
    passed,
    from: x(now) > width ? undefined : Math.max(0, x(now), words),
  };
}

/** The accessible name of a lane. @param shown the task at the moment that is shown */
export function laneName(task: TaskHistory, shown: TaskHistory | undefined): string {
  const parts = [visible(task.tool ?? 'task'), shortId(task.taskId), statusWords(shown)];
  return parts.join(', ');
}

/** What a lane's label says of the state, in the words of what the server said last. */
export function statusWords(task: TaskHistory | undefined): string {
  if (task === undefined) return 'not there yet';
  if (task.gone !== undefined) {
    if (neverTold(task)) return 'unknown to the server';
    if (task.gone.ttlPassed === true) return 'gone: its TTL had passed';
    return task.gone.ttlPassed === false ? 'gone before its TTL' : 'gone';
  }
  if (task.status === undefined) return 'not seen yet';
  const cancelling = task.cancel !== undefined && task.cancel.state !== 'failed' && isAlive(task);
  if (cancelling) return `${task.status} · cancel requested`;
  // Nobody asks any more although the task has not ended: its last known state is old, and says so (peers 3).
  if (isAlive(task) && task.poll.kind === 'stopped') return `${task.status} · not polled`;
  if (task.latest?.toolError === true) return toneStatus(task.status, true);
  return task.poll.kind === 'retrying' ? `${task.status} · retrying` : task.status;
}

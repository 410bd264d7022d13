import type { TaskHistory } from '../../engine/derive/model.ts';
import { isAlive } from '../../engine/index.ts';

/** The stretch of time that the timeline shows, `mono` ms. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/**
 * How the view is chosen. `auto`: the tasks that live or ended lately, two minutes at the most. `fit`: all of them. `follow`: a fixed length that ends
 * at the present. `fixed`: where a person moved it to; it does not follow any more.
 */
export type ViewMode =
  | { readonly kind: 'auto' }
  | { readonly kind: 'fit' }
  | { readonly kind: 'follow'; readonly span: number }
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number };

/** Ended tasks stay in view for so long beside those that live, ms: a few, or each would be a sliver. */
const RECENT = 15_000;
/** The longest stretch that `auto` shows: a task of a few seconds is to stay readable in a recording of hours. */
const LONGEST_AUTO = 120_000;
const SHORTEST = 20;
const LONGEST = 7 * 86_400_000;
const NICE = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round length that holds `ms`: the axis stands still until the present reaches its end. */
export function roundSpan(ms: number): number {
  const base = 10 ** Math.floor(Math.log10(Math.max(1, ms)));
  return base * (NICE.find((n) => n * base >= ms) ?? 10);
}

/** The view that a mode means for these tasks at `now`. */
export function viewOf(mode: ViewMode, tasks: readonly TaskHistory[], now: number): View {
  if (mode.kind === 'fixed') return { from: mode.from, to: mode.to };
  if (mode.kind === 'follow') return { from: now - mode.span * 0.9, to: now + mode.span * 0.1 };
  if (tasks.length === 0) return { from: now, to: now + 10_000 };
  // Where none lives, those that ended last.
  const close = tasks.some(isAlive) ? now : Math.max(...tasks.map(lastSeen));
  const shown = tasks.filter(
    (task) => mode.kind === 'fit' || isAlive(task) || lastSeen(task) >= close - RECENT,
  );
  const end = shown.some(isAlive) ? now : Math.max(...shown.map(lastSeen));
  const first = Math.min(...shown.map((task) => task.startMono));
  const start = mode.kind === 'fit' ? first : Math.max(first, end - LONGEST_AUTO);
  const span = roundSpan(Math.max(8000, (end - start) * 1.2));
  return { from: start - span * 0.015, to: start + span };
}

/** When a task was last heard of. */
export function lastSeen(task: TaskHistory): number {
  return Math.max(task.startMono, task.latest?.mono ?? 0, task.gone?.mono ?? 0);
}

/** Zooms by `factor` (2: closer) around `at`; while the present is in view it stays the anchor and is followed. */
export function zoomed(view: View, factor: number, now: number, at?: number): ViewMode {
  const span = Math.min(LONGEST, Math.max(SHORTEST, (view.to - view.from) / factor));
  if (at === undefined && now >= view.from && now <= view.to) return { kind: 'follow', span };
  const anchor = at ?? (view.from + view.to) / 2;
  const share = (anchor - view.from) / (view.to - view.from);
  return { kind: 'fixed', from: anchor - span * share, to: anchor + span * (1 - share) };
}

/** Moves the view by a share of its length. */
export function panned(view: View, share: number): ViewMode {
  const by = (view.to - view.from) * share;
  return { kind: 'fixed', from: view.from + by, to: view.to + by };
}

/** Between moments (`mono` ms) and places on the plot (px). */
export interface Scale {
  x(mono: number): number;
  mono(x: number): number;
}

export function timeScale(view: View, width: number): Scale {
  const perMs = width / (view.to - view.from);
  return {
    x: (mono) => (mono - view.from) * perMs,
    mono: (x) => view.from + x / (perMs || 1),
  };
}

const DAY = 86_400_000;
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
];

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Round times in view, about one every `apart` px. */
export function ticksOf(view: View, width: number, apart = 96): Tick[] {
  const span = view.to - view.from;
  if (width <= 0 || span <= 0) return [];
  const wanted = (span / width) * apart;
  const step = STEPS.find((s) => s >= wanted) ?? Math.ceil(wanted / DAY) * DAY;
  const out: Tick[] = [];
  for (let at = Math.ceil(view.from / step) * step; at <= view.to && out.length < 200; at += step) {
    if (at >= 0) out.push({ at, label: tickLabel(at, step) });
  }
  return out;
}

function tickLabel(at: number, step: number): string {
  if (at === 0) return '0 s';
  if (step < 1000) return `${(at / 1000).toFixed(step < 10 ? 3 : step < 100 ? 2 : 1)} s`;
  if (at < 120_000 && step < 60_000) return `${at / 1000} s`;
  const h = Math.floor(at / 3_600_000);
  const m = Math.floor((at % 3_600_000) / 60_000);
  const s = Math.floor((at % 60_000) / 1000);
  const pad = (n: number): string => String(n).padStart(2, '0');
  if (h > 0) return step >= 3_600_000 ? `${h} h` : `${h}:${pad(m)}:${pad(s)}`;
  return step >= 60_000 ? `${m} min` : `${m}:${pad(s)}`;
}

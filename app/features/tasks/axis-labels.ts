import type { Tick } from './view.ts';

/** A label of the axis with the room that it takes, px. */
export interface AxisLabel {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

export interface AxisLabels {
  readonly ticks: readonly AxisLabel[];
  readonly now: AxisLabel | undefined;
}

/** No character of the axis is wider, px. */
const CHARACTER = 6.8;
/** Between two labels, px. */
const GAP = 8;
/** From the dot of the present to its label, px. */
const BESIDE = 8;

/**
 * The labels that have room, within the axis and without touching one another. The present comes first, at the left of its dot where
 * the right has no room; a tick that would touch it, or the tick before, goes without a label.
 */
export function axisLabels(
  ticks: readonly { readonly tick: Tick; readonly x: number }[],
  width: number,
  now: { readonly x: number; readonly text: string } | undefined,
): AxisLabels {
  const nowLabel = now === undefined ? undefined : besideDot(now, width);
  const dot = now === undefined ? undefined : { left: now.x - 4, right: now.x + 4 };
  const placed: AxisLabel[] = [];
  for (const { tick, x } of ticks) {
    const wide = tick.label.length * CHARACTER;
    const left = Math.min(Math.max(0, x - wide / 2), width - wide);
    const label = { text: tick.label, left, right: left + wide };
    const others = [placed.at(-1), nowLabel, dot].filter((other) => other !== undefined);
    if (left >= 0 && !others.some((other) => touches(label, other))) placed.push(label);
  }
  return { ticks: placed, now: nowLabel };
}

function besideDot(now: { readonly x: number; readonly text: string }, width: number): AxisLabel | undefined {
  const wide = now.text.length * CHARACTER;
  const right = now.x + BESIDE + wide;
  if (right <= width) return { text: now.text, left: now.x + BESIDE, right };
  const left = now.x - BESIDE - wide;
  return left < 0 ? undefined : { text: now.text, left, right: now.x - BESIDE };
}

function touches(a: Pick<AxisLabel, 'left' | 'right'>, b: Pick<AxisLabel, 'left' | 'right'>): boolean {
  return a.left < b.right + GAP && b.left < a.right + GAP;
}

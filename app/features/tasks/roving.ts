import type { Lane } from './layout.ts';

/** What has the keyboard within the timeline: a lane's label, or one of its marks. */
export interface Spot {
  readonly lane: string;
  readonly mark: string | undefined;
}

/** Where a key leads from `spot`, or undefined where it leads nowhere. Up and down keep the place in time. */
export function moved(lanes: readonly Lane[], spot: Spot | undefined, key: string): Spot | undefined {
  const first = lanes[0];
  if (first === undefined) return undefined;
  const row = Math.max(
    0,
    lanes.findIndex((lane) => lane.key === spot?.lane),
  );
  const lane = lanes[row] ?? first;
  const column = spot?.mark === undefined ? -1 : lane.marks.findIndex((mark) => mark.id === spot.mark);
  const at = (index: number): Spot => ({ lane: lane.key, mark: lane.marks[index]?.id });
  switch (key) {
    case 'ArrowRight':
      return at(Math.min(lane.marks.length - 1, column + 1));
    case 'ArrowLeft':
      return column <= 0 ? { lane: lane.key, mark: undefined } : at(column - 1);
    case 'Home':
      return { lane: lane.key, mark: undefined };
    case 'End':
      return at(lane.marks.length - 1);
    case 'ArrowUp':
      return across(lanes[row - 1], lane, column);
    case 'ArrowDown':
      return across(lanes[row + 1], lane, column);
    default:
      return undefined;
  }
}

function across(to: Lane | undefined, from: Lane, column: number): Spot | undefined {
  if (to === undefined) return undefined;
  const here = from.marks[column];
  if (here === undefined || to.marks.length === 0) return { lane: to.key, mark: undefined };
  const nearest = to.marks.reduce((best, mark) =>
    Math.abs(mark.x - here.x) < Math.abs(best.x - here.x) ? mark : best,
  );
  return { lane: to.key, mark: nearest.id };
}

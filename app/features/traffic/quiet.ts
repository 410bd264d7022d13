import { taskKey } from '../../engine/derive/model.ts';
import { answered, type Row } from './row.ts';

/** Whether a row is a poll that was answered with nothing new. */
function isQuiet({ exchange, frame }: Row): boolean {
  return (
    frame === undefined &&
    exchange.method === 'tasks/get' &&
    exchange.state === 'done' &&
    exchange.note === 'no change'
  );
}

/**
 * Which run each quiet row belongs to: its key to the key of the run's first row. A row about the same task that is no quiet poll
 * ends the run; rows about other tasks do not. Linear.
 */
export function quietRuns(rows: readonly Row[]): ReadonlyMap<string, string> {
  const runs = new Map<string, string>();
  const current = new Map<string, string>();
  for (const row of rows) {
    const { exchange, frame } = row;
    const ids = frame === undefined ? exchange.taskIds : frame.taskId === undefined ? [] : [frame.taskId];
    // A poll that is still out goes with the run that it follows, so that the list does not flicker with each one.
    const quiet = isQuiet(row);
    const isOut = exchange.method === 'tasks/get' && exchange.state === 'open';
    for (const id of ids) {
      const task = taskKey(exchange.endpoint, id);
      const run = current.get(task);
      if (quiet) {
        if (run === undefined) current.set(task, row.key);
        runs.set(row.key, run ?? row.key);
      } else if (isOut && run !== undefined) runs.set(row.key, run);
      else current.delete(task);
    }
  }
  return runs;
}

const known = new WeakMap<Row, Row>();

/**
 * The rows with each run folded into one, which stands where its first row stood; of an opened run the rows follow it. A run of one
 * is left as it is.
 * @param rows what the filter left
 * @param runs of all rows, as `quietRuns` has them, so that a filter does not join what news keeps apart
 * @param opened keys of the runs that are open
 */
export function foldQuiet(
  rows: readonly Row[],
  runs: ReadonlyMap<string, string>,
  opened: ReadonlySet<string>,
): readonly Row[] {
  const members = new Map<string, Row[]>();
  for (const row of rows) {
    const run = runs.get(row.key);
    if (run === undefined) continue;
    const found = members.get(run);
    if (found === undefined) members.set(run, [row]);
    else found.push(row);
  }
  const out: Row[] = [];
  for (const row of rows) {
    const run = runs.get(row.key);
    const all = run === undefined ? undefined : members.get(run);
    if (run === undefined || all === undefined || answered(all).length < 2) out.push(row);
    else if (all[0] === row) {
      out.push(headOf(run, all, opened.has(run)));
      if (opened.has(run)) out.push(...all.map(inside));
    }
  }
  return out;
}

const below = new WeakMap<Row, Row>();

function inside(row: Row): Row {
  const found = below.get(row) ?? { ...row, inside: true };
  below.set(row, found);
  return found;
}

/** The row of a run: the same object as long as the run is the same. */
function headOf(run: string, members: readonly Row[], open: boolean): Row {
  const [first] = members;
  const last = members.at(-1);
  const latest = answered(members).at(-1);
  if (first === undefined || latest === undefined) throw new Error('A run has answered polls.');
  const before = known.get(first);
  if (
    before?.quiet?.open === open &&
    before.quiet.members.length === members.length &&
    before.quiet.members.at(-1) === last
  )
    return before;
  const places = new Map(members.map((row, i) => [row.key, i]));
  const head: Row = { ...latest, key: quietKey(run), mono: first.mono, quiet: { members, places, open } };
  known.set(first, head);
  return head;
}

function quietKey(run: string): string {
  return `quiet ${run}`;
}

/** The run that the row of a run stands for, as `opened` names it. */
export function runOf(row: Row): string {
  return row.key.slice(quietKey('').length);
}

/** The place of a message within the closed run that a row stands for, from 0; undefined where it is not in there. */
export function placeIn(row: Row, key: string | undefined): number | undefined {
  return key === undefined || row.quiet === undefined || row.quiet.open
    ? undefined
    : row.quiet.places.get(key);
}

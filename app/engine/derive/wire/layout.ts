import type { WireGroups } from './groups.ts';
import { FLAG, type WireTable } from './table.ts';

/** What a line of the list is, as bits; the level of the line, from 0, stands above them. */
export const LINE = { run: 1, op: 2, open: 4 } as const;
const LEVEL = 3;

/** The lines to show: the slot of each, and what the line is. */
export interface Lines {
  readonly length: number;
  readonly slots: Int32Array;
  readonly kinds: Uint8Array;
}

export function levelOf(kind: number): number {
  return kind >> LEVEL;
}

export interface Layout {
  /** What the filter leaves; undefined: all. */
  readonly matches: Uint8Array | undefined;
  /** Operations, which open to their messages; or the wire as it was. */
  readonly operations: boolean;
  /** Successive polls without news are one line. */
  readonly folds: boolean;
  /** Slots of the operations and of the runs that are open. */
  readonly openOps: ReadonlySet<number>;
  readonly openRuns: ReadonlySet<number>;
}

/**
 * Lays the slots of a table out as lines. Each message that the filter leaves is in one line, or within one that is closed; a run keeps
 * apart what the filter has hidden between. Of an operation its beginning is always there, whatever the filter says of that message.
 */
export function layOut(table: WireTable, groups: WireGroups, layout: Layout): Lines {
  const { matches, operations, folds } = layout;
  const { size } = table;
  const out = {
    slots: new Int32Array(size + groupsIn(size)),
    kinds: new Uint8Array(size + groupsIn(size)),
    at: 0,
  };
  const passes = (slot: number): boolean => matches === undefined || matches[slot] === 1;
  const leads = (slot: number): boolean =>
    operations && groups.op.get(slot) === slot && groups.members.get(slot) > 1;
  // Of each run: how many were answered, and which is the first to be shown.
  const answered = new Int32Array(size);
  const first = new Int32Array(size).fill(-1);
  if (folds)
    for (let place = 0; place < size; place += 1) {
      const slot = table.at(place);
      const run = groups.run.get(slot);
      if (run < 0 || !passes(slot) || leads(slot)) continue;
      if (first[run] === -1) first[run] = slot;
      if ((table.flags.get(slot) & FLAG.out) === 0) answered[run] = (answered[run] ?? 0) + 1;
    }
  const put = (slot: number, level: number): void => {
    const run = folds ? groups.run.get(slot) : -1;
    if (run < 0 || (answered[run] ?? 0) < 2) line(out, slot, level << LEVEL);
    else if (first[run] === slot) {
      const open = layout.openRuns.has(run);
      line(out, slot, LINE.run | (open ? LINE.open : 0) | (level << LEVEL));
      if (open)
        for (const member of groups.slotsOfRun(run))
          if (passes(member) && !leads(member)) line(out, member, (level + 1) << LEVEL);
    }
  };
  const left = operations ? leftOf(table, groups, passes) : undefined;
  for (let place = 0; place < size; place += 1) {
    const slot = table.at(place);
    if (left === undefined) {
      if (passes(slot)) put(slot, 0);
    } else if (groups.op.get(slot) === slot && left[slot] === 1) {
      if (!leads(slot)) put(slot, 0);
      else {
        const open = layout.openOps.has(slot);
        line(out, slot, LINE.op | (open ? LINE.open : 0));
        if (open)
          for (const member of groups.slotsOf(slot)) if (member !== slot && passes(member)) put(member, 1);
      }
    }
  }
  return { length: out.at, slots: out.slots, kinds: out.kinds };
}

/** A line more for each run at the most. */
function groupsIn(size: number): number {
  return (size >> 1) + 1;
}

/** 1 for each operation of which the filter leaves anything. */
function leftOf(table: WireTable, groups: WireGroups, passes: (slot: number) => boolean): Uint8Array {
  const left = new Uint8Array(table.size);
  for (let slot = 0; slot < table.size; slot += 1) if (passes(slot)) left[groups.op.get(slot)] = 1;
  return left;
}

function line(out: { slots: Int32Array; kinds: Uint8Array; at: number }, slot: number, kind: number): void {
  out.slots[out.at] = slot;
  out.kinds[out.at] = kind;
  out.at += 1;
}

/** The line that a slot is in: its own, else the closed run or the closed operation that holds it; -1 where it is not shown. */
export function lineOf(lines: Lines, groups: WireGroups, slot: number): number {
  if (slot < 0) return -1;
  const run = groups.run.get(slot);
  const op = groups.op.get(slot);
  let inRun = -1;
  let inOp = -1;
  for (let i = 0; i < lines.length; i += 1) {
    const here = lines.slots[i] ?? -1;
    const kind = lines.kinds[i] ?? 0;
    if ((kind & LINE.run) === 0) {
      if (here === slot) return i;
      if (here === op && (kind & LINE.op) !== 0) inOp = i;
    } else if (run >= 0 && groups.run.get(here) === run) inRun = i;
  }
  return inRun >= 0 ? inRun : inOp;
}

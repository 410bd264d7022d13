import { readFilter } from '../../engine/derive/filter/read.ts';
import type { Exchange } from '../../engine/derive/model.ts';
import { Wire } from '../../engine/derive/wire/wire.ts';
import { listOf } from '../tasks/history.suite.ts';
import { RowCache, Rows } from './lines.ts';
import type { Row } from './row.ts';

const NONE = new Set<number>();

export interface ShowParts {
  readonly filter?: string;
  readonly operations?: boolean;
  readonly folds?: boolean;
  /** Keys of the messages that open operations and runs begin with. */
  readonly opened?: readonly string[];
  readonly made?: RowCache;
}

/** The lines that a list would show of made-up exchanges without bodies. */
export function linesOf(exchanges: readonly Exchange[], parts: ShowParts = {}): Rows {
  const wire = new Wire(() => '');
  wire.update(listOf(...exchanges));
  const { filter = '', operations = false, folds = true, opened = [], made = new RowCache() } = parts;
  const matches = wire.matches(readFilter(filter).terms, { pinned: NONE, noted: NONE });
  const open = new Set(opened.map((key) => wire.table.slotOf(key)));
  const layout = { matches, operations, folds, openOps: open, openRuns: open };
  return new Rows(wire, wire.layOut(layout), layout, made);
}

export function rowsOf(rows: Rows): Row[] {
  return Array.from({ length: rows.length }, (_, i) => rows.at(i)).filter((row) => row !== undefined);
}

import { useCallback, useMemo, useState } from 'react';
import { readFilter } from '../../engine/derive/filter/read.ts';
import type { Condition, Filter, Term } from '../../engine/derive/filter/term.ts';
import type { Exchange, List } from '../../engine/derive/model.ts';
import { Wire } from '../../engine/derive/wire/wire.ts';
import { RowCache, Rows } from './lines.ts';
import type { Row } from './row.ts';

export interface WireParts {
  readonly exchanges: List<Exchange>;
  readonly bodyOf: (seq: number) => string;
  readonly filter: string;
  readonly highlight: string;
  readonly range: { readonly from: number; readonly to: number } | undefined;
  readonly operations: boolean;
  readonly folds: boolean;
  /** Keys of messages that a person has marked. */
  readonly pinned: ReadonlySet<string>;
  readonly noted: ReadonlySet<string>;
}

export interface ShownWire {
  readonly rows: Rows;
  readonly filter: Filter;
  readonly highlight: Filter;
  readonly size: number;
  /** Messages that the filter hides. */
  readonly hidden: number;
  /** Slots that the highlight marks. */
  readonly lit: Uint8Array | undefined;
  readonly valuesOf: (field: string) => readonly string[];
  readonly onToggle: (row: Row) => void;
}

const FIELDS: ReadonlySet<string> = new Set([
  ...['task', 'tool', 'method', 'name', 'status', 'type', 'endpoint', 'http', 'code'],
]);

/** The lines of the list, from the exchanges of the world as they are now. */
export function useWire(parts: WireParts): ShownWire {
  const { exchanges, bodyOf, range, operations, folds, pinned, noted } = parts;
  // One table for one log: another log has other bodies under the same numbers.
  const wire = useMemo(() => new Wire(bodyOf), [bodyOf]);
  const [made] = useState(() => new RowCache());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const filter = useMemo(() => readFilter(parts.filter), [parts.filter]);
  const highlight = useMemo(() => readFilter(parts.highlight), [parts.highlight]);
  const shown = useMemo(() => {
    wire.update(exchanges);
    const slots = (keys: Iterable<string>): Set<number> =>
      new Set([...keys].map((key) => wire.table.slotOf(key)));
    const marked = { pinned: slots(pinned), noted: slots(noted) };
    const matches = wire.matches([...filter.terms, ...within(range)], marked);
    const lit = wire.matches(highlight.terms, marked);
    const named = (kind: string): Set<number> =>
      slots([...opened].flatMap((key) => (key.startsWith(kind) ? key.slice(kind.length) : [])));
    // A run is known by the message that begins it, whichever of its messages the filter shows first.
    const openRuns = new Set([...named(RUN)].map((slot) => (slot < 0 ? slot : wire.groups.run.get(slot))));
    const layout = { matches, operations, folds, openOps: named(OP), openRuns };
    const rows = new Rows(wire, wire.layOut(layout), layout, made);
    return { rows, lit, size: wire.table.size, hidden: hiddenBy(matches) };
  }, [wire, made, exchanges, filter, highlight, range, operations, folds, opened, pinned, noted]);
  const onToggle = useCallback((row: Row) => {
    const key = row.quiet === undefined ? OP + row.key : RUN + row.key.slice('quiet '.length);
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const valuesOf = useCallback(
    (field: string) => (FIELDS.has(field) ? wire.valuesOf(field as Parameters<Wire['valuesOf']>[0]) : []),
    [wire],
  );
  return { ...shown, filter, highlight, valuesOf, onToggle };
}

const OP = 'op ';
const RUN = 'run ';

function within(range: WireParts['range']): Term[] {
  if (range === undefined) return [];
  const term = (condition: Condition, not: boolean): Term => ({ condition, not, from: 0, to: 0 });
  return [term({ field: 'before', ms: range.from }, true), term({ field: 'after', ms: range.to }, true)];
}

function hiddenBy(matches: Uint8Array | undefined): number {
  let hidden = 0;
  for (let slot = 0; slot < (matches?.length ?? 0); slot += 1) if (matches?.[slot] === 0) hidden += 1;
  return hidden;
}

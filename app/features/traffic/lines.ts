import { type Layout, LINE, type Lines, levelOf, lineOf } from '../../engine/derive/wire/layout.ts';
import { FLAG } from '../../engine/derive/wire/table.ts';
import type { Wire } from '../../engine/derive/wire/wire.ts';
import type { Operation, QuietRun, Row } from './row.ts';

/** The lines of the list as rows, made when they are looked at. A row is the same object while nothing that it shows has changed. */
export class Rows {
  readonly length: number;
  readonly #wire: Wire;
  readonly #lines: Lines;
  readonly #matches: Uint8Array | undefined;
  readonly #made: RowCache;
  readonly #operations: boolean;
  #found: { readonly key: string; readonly at: number } | undefined;

  constructor(wire: Wire, lines: Lines, shown: Pick<Layout, 'matches' | 'operations'>, made: RowCache) {
    this.length = lines.length;
    this.#operations = shown.operations;
    this.#wire = wire;
    this.#lines = lines;
    this.#matches = shown.matches;
    this.#made = made;
  }

  at(index: number): Row | undefined {
    const slot = this.#lines.slots[index];
    const kind = this.#lines.kinds[index];
    if (index >= this.length || slot === undefined || kind === undefined) return undefined;
    const { table } = this.#wire;
    const level = levelOf(kind);
    if ((kind & LINE.run) !== 0) return this.#run(slot, level, (kind & LINE.open) !== 0);
    const exchange = table.exchangeAt(slot);
    const frame = table.frameAt(slot);
    const plain: Row = { key: table.keyOf(slot), slot, level, exchange, frame, mono: table.mono.get(slot) };
    if ((kind & LINE.op) === 0)
      return this.#made.keep(`${plain.key} ${level}`, plain, `${table.stamp.get(slot)}`);
    const op = this.#operation(slot, (kind & LINE.open) !== 0);
    return this.#made.keep(
      `${plain.key} op`,
      { ...plain, op },
      `${Object.values(op).join()} ${table.stamp.get(slot)}`,
    );
  }

  /** The line that shows a message, or that holds it where it is closed; -1 where neither is there. */
  indexOf(key: string | undefined): number {
    if (key === undefined) return -1;
    if (this.#found?.key === key) return this.#found.at;
    const run = /^quiet (.*)$/.exec(key)?.[1];
    const slot = this.#wire.table.slotOf(run ?? key);
    const at = run === undefined ? lineOf(this.#lines, this.#wire.groups, slot) : this.#runAt(slot);
    this.#found = { key, at };
    return at;
  }

  /** The place of a message within the closed line that stands for it, from 0, and of how many; undefined where it is not in there. */
  placeIn(row: Row, key: string | undefined): { readonly at: number; readonly of: number } | undefined {
    if (key === undefined || key === row.key || row.quiet?.open === true || row.op?.open === true)
      return undefined;
    if (row.quiet === undefined && row.op === undefined) return undefined;
    const slot = this.#wire.table.slotOf(key);
    if (slot < 0) return undefined;
    const { groups } = this.#wire;
    const isIn =
      row.op === undefined
        ? groups.run.get(slot) >= 0 && groups.run.get(slot) === groups.run.get(row.slot)
        : groups.op.get(slot) === row.slot;
    if (!isIn) return undefined;
    const members =
      row.op === undefined ? this.#members(groups.run.get(slot)) : [...groups.slotsOf(row.slot)];
    const at = members.indexOf(slot);
    return at < 0 ? undefined : { at, of: row.quiet?.answered ?? members.length };
  }

  /** Whether a line, or any message that it stands for while it is closed, is among those marked. */
  isLit(row: Row, lit: Uint8Array | undefined): boolean {
    if (lit === undefined) return false;
    if (row.quiet?.open === false)
      return this.#members(this.#wire.groups.run.get(row.slot)).some((slot) => lit[slot] === 1);
    if (row.op?.open === false) {
      for (const slot of this.#wire.groups.slotsOf(row.slot)) if (lit[slot] === 1) return true;
      return false;
    }
    return row.quiet === undefined && lit[row.slot] === 1;
  }

  /** The line that holds a row of a deeper level; -1 where there is none. */
  parentOf(index: number): number {
    const level = this.at(index)?.level ?? 0;
    if (level === 0) return -1;
    let at = index - 1;
    while (at > 0 && levelOf(this.#lines.kinds[at] ?? 0) >= level) at -= 1;
    return at;
  }

  #runAt(slot: number): number {
    for (let i = 0; i < this.length; i += 1)
      if (this.#lines.slots[i] === slot && ((this.#lines.kinds[i] ?? 0) & LINE.run) !== 0) return i;
    return -1;
  }

  #members(run: number): number[] {
    const { groups } = this.#wire;
    return [...groups.slotsOfRun(run)].filter(
      (slot) =>
        (this.#matches === undefined || this.#matches[slot] === 1) &&
        !(this.#operations && groups.op.get(slot) === slot && groups.members.get(slot) > 1),
    );
  }

  #run(first: number, level: number, open: boolean): Row {
    const { table, groups } = this.#wire;
    let latest = first;
    const run = { answered: 0, told: 0, bytes: 0, open };
    for (const slot of this.#members(groups.run.get(first))) {
      if ((table.flags.get(slot) & FLAG.out) !== 0) continue;
      const { own, bytes } = table.exchangeAt(slot);
      run.answered += 1;
      run.bytes += bytes;
      if (!own) run.told += 1;
      latest = slot;
    }
    const quiet: QuietRun = run;
    const row: Row = {
      ...{
        key: `quiet ${table.keyOf(first)}`,
        slot: first,
        level,
        frame: undefined,
        mono: table.mono.get(first),
        quiet,
      },
      exchange: table.exchangeAt(latest),
    };
    return this.#made.keep(row.key, row, `${Object.values(run).join()} ${level} ${row.exchange.id}`);
  }

  #operation(root: number, open: boolean): Operation {
    const { table, groups } = this.#wire;
    let [messages, left, failed, bytes, status, end] = [0, 0, 0, 0, -1, table.mono.get(root)];
    for (const slot of groups.slotsOf(root)) {
      messages += 1;
      if (this.#matches === undefined || this.#matches[slot] === 1) left += 1;
      const flags = table.flags.get(slot);
      if ((flags & FLAG.failed) !== 0) failed += 1;
      if (table.status.get(slot) >= 0) status = table.status.get(slot);
      if ((flags & FLAG.frame) === 0) bytes += table.exchangeAt(slot).bytes;
      end = Math.max(end, table.mono.get(slot) + Math.max(0, table.ms.get(slot)));
    }
    return {
      ...{ open, messages, left, failed, bytes, ms: end - table.mono.get(root) },
      status: status < 0 ? undefined : (table.texts.value(status) ?? undefined),
    };
  }
}

/** The rows shown last: a list shows a few dozen at a time. */
export class RowCache {
  #rows = new Map<string, { readonly row: Row; readonly mark: string }>();

  /** The row kept under the name, where the exchange and the mark are the same; else this one, which is kept now. */
  keep(name: string, row: Row, mark: string): Row {
    const before = this.#rows.get(name);
    if (before?.mark === mark && before.row.exchange === row.exchange) return before.row;
    if (this.#rows.size > 500) this.#rows = new Map();
    this.#rows.set(name, { row, mark });
    return row;
  }
}

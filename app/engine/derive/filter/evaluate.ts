import type { WireGroups } from '../wire/groups.ts';
import { FLAG, NONE, type WireTable } from '../wire/table.ts';
import { BodySearch } from './body-search.ts';
import type { Condition, Kind, Term, TextField } from './term.ts';

/** Slots that a person has marked. */
export interface Marked {
  readonly pinned: ReadonlySet<number>;
  readonly noted: ReadonlySet<number>;
}

/**
 * Evaluates filters over the columns of a table, slot by slot without an object for any. What a text matches is found once for each
 * different value of a column, not for each slot; in bodies once for each body that has not been looked into for that text.
 */
export class Evaluator {
  readonly #table: WireTable;
  readonly #groups: WireGroups;
  readonly #bodies: BodySearch;

  constructor(table: WireTable, groups: WireGroups, bodyOf: (seq: number) => string) {
    this.#table = table;
    this.#groups = groups;
    this.#bodies = new BodySearch(table, bodyOf);
  }

  /** @returns 1 for each slot that all terms hold for; undefined where there is no term */
  matches(terms: readonly Term[], marked: Marked): Uint8Array | undefined {
    if (terms.length === 0) return undefined;
    const { size } = this.#table;
    const all = new Uint8Array(size).fill(1);
    for (const { condition, not } of terms) {
      const holds = this.#test(condition, marked);
      for (let slot = 0; slot < size; slot += 1) if (all[slot] === 1 && holds(slot) === not) all[slot] = 0;
    }
    return all;
  }

  #test(condition: Condition, marked: Marked): (slot: number) => boolean {
    const table = this.#table;
    switch (condition.field) {
      case 'http':
        return (slot) => {
          const status = table.http.get(slot);
          return condition.ranges.some(([from, to]) => status >= from && status <= to);
        };
      case 'code': {
        const { codes } = condition;
        return (slot) => {
          const code = table.code.get(slot);
          return code !== NONE && (codes.length === 0 || codes.includes(code));
        };
      }
      case 'dir': {
        const flag = condition.dir === 'in' ? FLAG.frame : 0;
        return (slot) => (table.flags.get(slot) & FLAG.frame) === flag;
      }
      case 'era': {
        const flag = condition.era === 'legacy' ? FLAG.legacy : 0;
        return (slot) => (table.flags.get(slot) & FLAG.legacy) === flag;
      }
      case 'slower':
        return (slot) => table.ms.get(slot) > condition.ms;
      case 'after':
        return (slot) => table.mono.get(slot) > condition.ms;
      case 'before':
        return (slot) => table.mono.get(slot) < condition.ms;
      case 'is':
        return this.#is(condition.what, marked);
      default:
        return this.#text(condition.field, condition.any);
    }
  }

  #is(what: Kind, marked: Marked): (slot: number) => boolean {
    if (what === 'pinned') return (slot) => marked.pinned.has(slot);
    if (what === 'noted') return (slot) => marked.noted.has(slot);
    const flag = FLAG[what];
    return (slot) => (this.#table.flags.get(slot) & flag) !== 0;
  }

  #text(field: TextField, any: readonly string[]): (slot: number) => boolean {
    const table = this.#table;
    const words = any.map((word) => word.toLowerCase());
    const hit = new Uint8Array(table.texts.size + 1);
    for (let n = 0; n < table.texts.size; n += 1) {
      const text = table.texts.value(n)?.toLowerCase() ?? '';
      if (words.some((word) => text.includes(word))) hit[n] = 1;
    }
    // A text that a slot has not is -1, and -1 is no place of the array.
    const has = (column: { get(slot: number): number }) => (slot: number) => hit[column.get(slot)] === 1;
    switch (field) {
      case 'task':
        return has(table.tasks);
      case 'tool': {
        const call = table.texts.find('tools/call');
        return (slot) => {
          const root = this.#groups.op.get(slot);
          return table.method.get(root) === call && hit[table.name.get(root)] === 1;
        };
      }
      case 'body': {
        const holds = any.map((word) => this.#bodies.test(word));
        return (slot) => holds.some((one) => one(slot));
      }
      case 'text': {
        const columns = [table.method, table.name, table.note, table.tasks, table.type, table.status];
        const numbers = any.map(Number);
        const holds = any.map((word) => this.#bodies.test(word));
        return (slot) =>
          columns.some((column) => hit[column.get(slot)] === 1) ||
          numbers.some((n) => n === table.http.get(slot) || n === table.code.get(slot)) ||
          holds.some((one) => one(slot));
      }
      default:
        return has(table[field]);
    }
  }
}

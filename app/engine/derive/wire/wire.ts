import { Evaluator, type Marked } from '../filter/evaluate.ts';
import type { Term, TextField } from '../filter/term.ts';
import type { Exchange, List } from '../model.ts';
import { WireGroups } from './groups.ts';
import { type Layout, type Lines, layOut } from './layout.ts';
import { WireTable } from './table.ts';

/** The wire of one log for views: its columns, what belongs together, and filters over them. Views hold none of its parts between updates. */
export class Wire {
  readonly table = new WireTable();
  readonly groups: WireGroups;
  readonly #evaluator: Evaluator;

  /** @param bodyOf text of an event's body, '' where it has none */
  constructor(bodyOf: (seq: number) => string) {
    this.groups = new WireGroups(this.table, bodyOf);
    this.#evaluator = new Evaluator(this.table, this.groups, bodyOf);
  }

  update(exchanges: List<Exchange>): void {
    this.table.update(exchanges);
    this.groups.update();
  }

  matches(terms: readonly Term[], marked: Marked): Uint8Array | undefined {
    return this.#evaluator.matches(terms, marked);
  }

  layOut(layout: Layout): Lines {
    return layOut(this.table, this.groups, layout);
  }

  /** The different values that a field has on this wire, in the order of their coming; at most `limit`. */
  valuesOf(field: TextField | 'http' | 'code', limit = 200): string[] {
    const { table } = this;
    const isNumber = field === 'http' || field === 'code';
    if (field === 'text' || field === 'body') return [];
    const column = field === 'task' ? table.tasks : field === 'tool' ? table.name : table[field];
    const call = table.texts.find('tools/call');
    const seen = new Set<number>();
    for (let slot = 0; slot < table.size && seen.size < limit; slot += 1) {
      if (field === 'tool' && table.method.get(slot) !== call) continue;
      const value = column.get(slot);
      if (isNumber ? value > 0 || (field === 'code' && value > -1_000_000) : value >= 0) seen.add(value);
    }
    return [...seen].flatMap((value) => (isNumber ? String(value) : (table.texts.value(value) ?? [])));
  }
}

import type { Row } from './row.ts';
import { cellsOf } from './rows.ts';

/** A condition of the filter: a text that a field must or must not contain. */
interface Term {
  readonly field: string | undefined;
  readonly text: string;
  readonly not: boolean;
}

const FIELDS = ['method', 'what', 'http', 'type', 'status', 'task', 'note'];

/**
 * Reads a filter: words, all of which must be found; `-word` must not be; `field:word` looks in one field only
 * (method, what, http, type, status, task, note). Case does not count.
 */
export function readFilter(text: string): readonly Term[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-')
    .map((word) => {
      const not = word.startsWith('-');
      const rest = not ? word.slice(1) : word;
      const colon = rest.indexOf(':');
      const field = colon > 0 ? rest.slice(0, colon) : '';
      return FIELDS.includes(field)
        ? { field, text: rest.slice(colon + 1), not }
        : { field: undefined, text: rest, not };
    });
}

/** The rows that a filter leaves. */
export function filtered(rows: readonly Row[], terms: readonly Term[]): readonly Row[] {
  return terms.length === 0 ? rows : rows.filter((row) => terms.every((term) => matches(row, term)));
}

function matches(row: Row, term: Term): boolean {
  const cells = cellsOf(row);
  const tasks = row.frame === undefined ? row.exchange.taskIds.join(' ') : (row.frame.taskId ?? '');
  const fields: Record<string, string> = {
    method: cells.method,
    what: cells.what,
    http: cells.http,
    type: cells.resultType ?? cells.rpcError ?? '',
    status: cells.status ?? '',
    task: tasks,
    note: `${cells.reason ?? ''} ${cells.note}`,
  };
  const text = term.field === undefined ? Object.values(fields).join('\n') : (fields[term.field] ?? '');
  return text.toLowerCase().includes(term.text) !== term.not;
}

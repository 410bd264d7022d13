import type { Path } from '../path.ts';
import { type FieldPlan, PLAN } from '../plan.ts';

/** The plan that travels in a schema given to rjsf. */
export function planOf(schema: { readonly [key: string]: unknown }): FieldPlan | undefined {
  return schema[PLAN] as FieldPlan | undefined;
}

/** What a field is called: its title, else its name; a row is counted from one. */
export function labelOf(path: Path, title: string | undefined): string {
  const last = path.at(-1);
  if (typeof last === 'number') return `${title ?? 'Item'} ${last + 1}`;
  if (title !== undefined && title !== '') return title;
  return last === undefined || last === '' ? '(no name)' : last;
}

import { isObject, type JsonObject, type JsonValue } from '../../server/protocol/json.ts';
import type { FieldPlan, RootPlan } from './plan.ts';

/**
 * What a form library hands back, as exactly what will be sent: a cleared field is left out, an optional group or list that was
 * emptied goes with its last field, and nothing is added. `before` tells an emptied group from one that was `{}` all along (written in
 * the JSON editor), which stays.
 */
export function collect(plan: RootPlan, edited: unknown, before: JsonObject): JsonObject {
  const value = clean(plan, edited, before, true);
  return isObject(value) ? value : {};
}

function clean(
  plan: FieldPlan | undefined,
  edited: unknown,
  before: JsonValue | undefined,
  keep: boolean,
): JsonValue | undefined {
  if (edited === undefined) return undefined;
  if (Array.isArray(edited)) {
    const inner = plan?.shape === 'list' ? plan.item : undefined;
    const old: readonly JsonValue[] = Array.isArray(before) ? before : [];
    if (plan?.shape === 'list' && edited.length === 0 && old.length > 0 && !keep) return undefined;
    // A row that was cleared stays a row: it becomes an empty text, which is seen, sent, and refused where it is wrong.
    return edited.map((item: unknown, i) => {
      const value = clean(inner, item, old[i], true);
      return value === undefined ? '' : value;
    });
  }
  if (typeof edited === 'object' && edited !== null) return cleanObject(plan, edited, before, keep);
  return edited as JsonValue;
}

function cleanObject(
  plan: FieldPlan | undefined,
  edited: object,
  before: JsonValue | undefined,
  keep: boolean,
): JsonObject | undefined {
  const old = isObject(before) ? before : {};
  const entries = inOrder(plan, Object.entries(edited)).flatMap(([name, item]: [string, unknown]) => {
    const field = plan?.shape === 'group' ? plan.fields.find((other) => other.name === name) : undefined;
    const was = Object.hasOwn(old, name) ? old[name] : undefined;
    const value = clean(field?.plan, item, was, field === undefined || field.required);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isEmptied = plan?.shape === 'group' && entries.length === 0 && !isEmptyObject(before);
  return isEmptied && !keep ? undefined : Object.fromEntries(entries);
}

/** Fields in the schema's order, whatever order they were filled in; then what the form has no field for. */
function inOrder(plan: FieldPlan | undefined, entries: [string, unknown][]): [string, unknown][] {
  if (plan?.shape !== 'group') return entries;
  const places = new Map(plan.fields.map(({ name }, i) => [name, i]));
  const place = (name: string): number => places.get(name) ?? places.size;
  return entries.sort(([a], [b]) => place(a) - place(b));
}

function isEmptyObject(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

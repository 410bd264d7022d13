import type { JsonValue } from '../../server/protocol/json.ts';
import { type Path, pathText, valueAt } from './path.ts';
import type { FieldPlan, RootPlan } from './plan.ts';
import type { FieldProblem } from './problem.ts';
import { labelOf } from './templates/label.ts';

/** A problem at the field that shows it. */
export interface PlacedProblem extends FieldProblem {
  /** The field's path: the problem's own, or that of the field around it. Empty: about the whole answer. */
  readonly field: Path;
  /** The field's name as the form shows it. */
  readonly label: string;
}

/**
 * Puts problems at fields, in the order of the form: one deep inside a list of ticks or a JSON field is told there, with its
 * place in words.
 */
export function placed(
  plan: RootPlan | undefined,
  problems: readonly FieldProblem[],
  data: JsonValue,
): readonly PlacedProblem[] {
  const found = problems.map((problem) => {
    const { field, label, order } = plan
      ? fieldFor(plan, problem.path, data)
      : { field: [], label: '', order: [] };
    const rest = problem.path.slice(field.length);
    const message = rest.length === 0 ? problem.message : `${inside(rest)} ${problem.message}`;
    return { order, placed: { ...problem, field, label, message } };
  });
  return found.sort((a, b) => before(a.order, b.order)).map((item) => item.placed);
}

function before(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((n, i) => n !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function inside(rest: Path): string {
  const [first] = rest;
  return rest.length === 1 && typeof first === 'number' ? `item ${first + 1}` : pathText(rest);
}

interface Found {
  readonly field: Path;
  readonly label: string;
  /** The field's place in the form, outermost first. */
  readonly order: readonly number[];
}

function fieldFor(root: RootPlan, path: Path, data: JsonValue): Found {
  let plan: FieldPlan = root;
  const labels: string[] = [];
  const order: number[] = [];
  for (const step of path) {
    const inner = childOf(plan, step, valueAt(data, path.slice(0, order.length)));
    if (!inner) break;
    order.push(inner.index);
    plan = inner.plan;
    labels.push(labelOf(path.slice(0, order.length), plan.title));
  }
  return { field: path.slice(0, order.length), label: labels.join(', '), order };
}

interface Child {
  readonly plan: FieldPlan;
  readonly index: number;
}

function childOf(plan: FieldPlan, step: string | number, value: JsonValue | undefined): Child | undefined {
  if (plan.shape === 'group') {
    const index = plan.fields.findIndex(({ name }) => name === step);
    const field = plan.fields[index];
    return field && { plan: field.plan, index };
  }
  // A row exists only while the value is a list that long.
  const isRow =
    plan.shape === 'list' && typeof step === 'number' && Array.isArray(value) && step < value.length;
  return isRow ? { plan: plan.item, index: step } : undefined;
}

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

/** Puts problems at fields: one deep inside a list of ticks or a JSON field is told there, with its place in words. */
export function placed(
  plan: RootPlan | undefined,
  problems: readonly FieldProblem[],
  data: JsonValue,
): readonly PlacedProblem[] {
  return problems.map((problem) => {
    const { field, label } = plan ? fieldFor(plan, problem.path, data) : { field: [], label: '' };
    const rest = problem.path.slice(field.length);
    const message = rest.length === 0 ? problem.message : `${inside(rest)} ${problem.message}`;
    return { ...problem, field, label, message };
  });
}

function inside(rest: Path): string {
  const [first] = rest;
  return rest.length === 1 && typeof first === 'number' ? `item ${first + 1}` : pathText(rest);
}

function fieldFor(root: RootPlan, path: Path, data: JsonValue): { field: Path; label: string } {
  let plan: FieldPlan = root;
  let depth = 0;
  const labels: string[] = [];
  for (const step of path) {
    const inner = childOf(plan, step, valueAt(data, path.slice(0, depth)));
    if (!inner) break;
    plan = inner;
    depth += 1;
    labels.push(labelOf(path.slice(0, depth), plan.title));
  }
  return { field: path.slice(0, depth), label: labels.join(', ') };
}

function childOf(
  plan: FieldPlan,
  step: string | number,
  value: JsonValue | undefined,
): FieldPlan | undefined {
  if (plan.shape === 'group') return plan.fields.find(({ name }) => name === step)?.plan;
  // A row exists only while the value is a list that long.
  if (plan.shape === 'list' && typeof step === 'number' && Array.isArray(value) && step < value.length) {
    return plan.item;
  }
  return undefined;
}

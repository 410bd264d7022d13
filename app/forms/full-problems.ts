import type { JsonValue } from '../../server/protocol/json.ts';
import { type Path, pathIn, pointerSegments } from './path.ts';
import { distinct, type FieldProblem, isComposition, isWithin, withoutEchoes } from './problem.ts';
import { message } from './wording.ts';
import type { RawProblem } from './worker-messages.ts';

const ABOUT_A_PROPERTY = new Set(['required', 'additionalProperties', 'unevaluatedProperties']);
/** Says only that an inner error exists. */
const WRAPPERS = new Set(['if']);

/** The worker's errors in words, by path; errors inside a failed composition are left to the composition's own. */
export function problemsOf(raw: readonly RawProblem[], value: JsonValue): readonly FieldProblem[] {
  const all = raw
    .filter((error) => !WRAPPERS.has(error.keyword) && !isInBranch(error.schemaPointer))
    .map((error) => ({ error, problem: worded(error, value) }));
  const composed = all.map(({ problem }) => problem).filter(isComposition);
  // A branch that is a `$ref` reports from where the reference leads, and so only its place tells that it is one.
  const outer = all.filter(
    ({ error, problem }) =>
      !/^#\/(\$defs|definitions)\//.test(error.schemaPointer) ||
      !composed.some((other) => other !== problem && isWithin(problem.path, other.path)),
  );
  return distinct(withoutEchoes(outer.map(({ problem }) => problem)));
}

function isInBranch(schemaPointer: string): boolean {
  return /\/(anyOf|oneOf)\/\d+\/|\/(not|contains|if|propertyNames)\//.test(schemaPointer);
}

function worded(error: RawProblem, value: JsonValue): FieldProblem {
  return { path: place(error, value), keyword: error.keyword, message: message(error.keyword, error.arg) };
}

function place(error: RawProblem, value: JsonValue): Path {
  const path = pathIn(value, pointerSegments(error.pointer));
  return error.property !== undefined && ABOUT_A_PROPERTY.has(error.keyword)
    ? [...path, error.property]
    : path;
}

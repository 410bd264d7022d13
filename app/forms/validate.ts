import { Validator } from '@cfworker/json-schema';
import { isObject, type JsonObject, type JsonValue, own } from '../../server/protocol/json.ts';
import { BudgetError, type CheckCopy } from './check-copy.ts';
import { CHECK_BUDGET, MAX_TEXT_CHARS, MAX_VALUE_NODES } from './limits.ts';
import { beyond } from './measure.ts';
import { type Path, pathIn, pointerSegments, valueAt } from './path.ts';
import {
  type Checked,
  distinct,
  type FieldProblem,
  isComposition,
  isWithin,
  withoutEchoes,
} from './problem.ts';
import { requiredOf } from './refs.ts';
import { message } from './wording.ts';

/** Errors that only say that an inner one exists. */
const WRAPPERS = new Set(
  '$ref,properties,items,prefixItems,allOf,if,dependentSchemas,additionalItems,contains-item'.split(','),
);
const VALUE_BOUNDS = { nodes: MAX_VALUE_NODES, chars: MAX_TEXT_CHARS, depth: 200 };

/**
 * The synchronous check: everything but `pattern`, `patternProperties` and `format`, within a budget. Never throws and never
 * takes long. What it refuses is invalid; what it lets through may still fail in the worker where `copy.partial`.
 */
export function validateSync(copy: CheckCopy, value: JsonValue): Checked {
  const tooLarge = beyond(value, VALUE_BOUNDS);
  if (tooLarge) return { problems: [], refused: `the answer is too large to check here: ${tooLarge}` };
  try {
    copy.budget.left = Number.POSITIVE_INFINITY; // building the validator reads the counters, too
    const validator = new Validator(copy.schema, copy.draft, false);
    copy.budget.left = CHECK_BUDGET;
    const { errors } = validator.validate(value);
    const problems = errors
      .filter((error) => !WRAPPERS.has(error.keyword) && !isInBranch(error.keywordLocation))
      .flatMap((error) => describe(copy.schema, value, error));
    return { problems: distinct(withoutEchoes(withoutInner(problems))) };
  } catch (error) {
    if (error instanceof BudgetError) return { problems: [], refused: `the schema has ${error.message}` };
    const said = error instanceof RangeError ? 'it refers to itself without end' : 'it could not be read';
    return { problems: [], refused: `the schema could not be checked: ${said}` };
  }
}

/** A `false` schema reports no location of its own, so one inside a failed composition is told by its place. */
function withoutInner(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const composed = problems.filter(isComposition);
  return problems.filter(
    ({ keyword, path }) => keyword !== 'false' || !composed.some((outer) => isWithin(path, outer.path)),
  );
}

interface RawError {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly keywordLocation: string;
}

/** True for an error inside a branch of a composition: the composition's own error speaks for it. */
function isInBranch(location: string): boolean {
  return /\/(anyOf|oneOf)\/\d+(\/|$)|\/(not|contains|propertyNames|if)\//.test(location);
}

function describe(schema: JsonObject, value: JsonValue, error: RawError): readonly FieldProblem[] {
  const path = pathIn(value, pointerSegments(error.instanceLocation));
  const owner = schemaAt(schema, error.keywordLocation);
  if (error.keyword === 'required') {
    return [...requiredOf(owner)]
      .filter((name) => own(valueAt(value, path), name) === undefined)
      .map((name) => ({ path: [...path, name], keyword: 'required', message: message('required', true) }));
  }
  // `additionalProperties: false` is reported at the object and as "false" at the property; the property is where it helps.
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') return [];
  return [problem(path, error.keyword, own(owner, error.keyword) ?? null)];
}

function problem(path: Path, keyword: string, arg: JsonValue): FieldProblem {
  return { path, keyword, message: message(keyword, arg) };
}

/** The schema that holds the keyword at a location such as `#/properties/a/$ref/minLength`. */
function schemaAt(root: JsonObject, location: string): JsonValue {
  let here: JsonValue = root;
  for (const segment of pointerSegments(location).slice(0, -1)) {
    const ref: JsonValue | undefined = segment === '$ref' ? own(here, '$ref') : undefined;
    // A property may be called `$ref`; only a text is a reference.
    if (typeof ref === 'string') {
      here = valueAt(root, pathIn(root, pointerSegments(ref))) ?? null;
    } else if (Array.isArray(here)) here = (here as readonly JsonValue[])[Number(segment)] ?? null;
    else here = isObject(here) ? (own(here, segment) ?? null) : null;
  }
  return here;
}

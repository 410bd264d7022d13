import { isObject, type JsonObject, type JsonValue, ownString } from '../../server/protocol/json.ts';
import { MAX_BRANCHES, MAX_CHOICES } from './limits.ts';
import { pathIn, pointerSegments, valueAt } from './path.ts';
import { RefError, target } from './refs.ts';
import { constants } from './wording.ts';

/** What may still be spent on a check. */
export interface Budget {
  left: number;
}

/** A copy of the schema that the synchronous validator may run: nothing in it can backtrack, and each evaluation is counted. */
export interface CheckCopy {
  readonly schema: JsonObject;
  readonly budget: Budget;
  /** True where something was left out (a pattern, a format, a keyword we do not know): only the worker can then say "valid". */
  readonly partial: boolean;
  readonly draft: '7' | '2020-12';
}

/** Thrown by the copy's own counters. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
}

const ANNOTATIONS = new Set(
  '$schema,$id,$comment,title,description,default,examples,deprecated,readOnly,writeOnly,enumNames'.split(
    ',',
  ),
);
const NUMBERS = new Set('minimum,maximum,exclusiveMinimum,exclusiveMaximum'.split(','));
const COUNTS = new Set(
  'minLength,maxLength,minItems,maxItems,minProperties,maxProperties,minContains,maxContains'.split(','),
);
const ONE = new Set('contains,items,additionalProperties,propertyNames'.split(','));
const UNSURE_ONE = new Set('not,if,then,else'.split(','));
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

const isNames = (value: JsonValue): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/**
 * Makes the copy; throws RefError for a reference that leaves the schema, or for too many branches. Call it only on a schema
 * that measure.ts let through.
 *
 * Left out are `pattern`, `patternProperties`, `format`, `unevaluated…` and what we do not know. Where text is matched at all, so
 * are the keywords that would turn a weaker subschema into a stricter whole (`not`, `if`), and `oneOf` becomes `anyOf`: what the
 * copy refuses, the schema refuses too.
 */
export function checkCopy(root: JsonObject): CheckCopy {
  const draft = /draft-0[67]/.test(ownString(root, '$schema') ?? '') ? '7' : '2020-12';
  const budget: Budget = { left: Number.POSITIVE_INFINITY };
  const weak = hasText(root);
  const refs: string[] = [];
  let partial = weak;
  let branches = 0;

  function copy(schema: JsonValue): JsonValue {
    if (!isObject(schema)) return typeof schema === 'boolean' ? schema : leaveOut();
    const kept: [string, JsonValue][] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const made = value === undefined ? undefined : keep(schema, keyword, value);
      if (made) kept.push(made);
    }
    const made = Object.fromEntries(kept);
    const weight = Array.isArray(schema.enum) ? 1 + schema.enum.length : 1;
    // The validator reads `$recursiveRef` once for every evaluation of a schema object: the place to count.
    Object.defineProperty(made, '$recursiveRef', { enumerable: false, get: () => spend(budget, weight) });
    return made;
  }

  function keep(schema: JsonObject, keyword: string, value: JsonValue): [string, JsonValue] | undefined {
    if (ANNOTATIONS.has(keyword)) return undefined;
    if (keyword === '$ref' && typeof value === 'string') {
      target(root, value);
      refs.push(value);
      return [keyword, value];
    }
    if (isPlain(keyword, value)) return [keyword, value];
    if (ONE.has(keyword) || (UNSURE_ONE.has(keyword) && !weak)) return one(schema, keyword, value);
    if (LISTS.has(keyword) && Array.isArray(value)) return list(keyword, value);
    if (MAPS.has(keyword) && isObject(value)) return [keyword, map(value)];
    leaveOut();
    return undefined;
  }

  function one(schema: JsonObject, keyword: string, value: JsonValue): [string, JsonValue] | undefined {
    const unsure =
      (keyword === 'additionalProperties' && schema.patternProperties !== undefined) ||
      (keyword === 'contains' && weak && schema.maxContains !== undefined);
    if (!unsure && (isObject(value) || typeof value === 'boolean')) return [keyword, copy(value)];
    if (keyword === 'items' && Array.isArray(value)) return ['items', value.map(copy)];
    leaveOut();
    return undefined;
  }

  function list(keyword: string, members: readonly JsonValue[]): [string, JsonValue] | undefined {
    const values = constants(members);
    if (values) {
      if (values.length > MAX_CHOICES) throw new RefError(`it offers more than ${MAX_CHOICES} choices`);
    } else branches += members.length;
    if (branches > MAX_BRANCHES) throw new RefError(`it has more than ${MAX_BRANCHES} branches`);
    return [keyword === 'oneOf' && weak ? 'anyOf' : keyword, members.map(copy)];
  }

  function map(value: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, sub]) => (sub === undefined ? [] : [[name, copy(sub)]])),
    );
  }

  function leaveOut(): true {
    partial = true;
    return true;
  }

  const schema = copy(root) as JsonObject;
  for (const ref of refs) {
    const found = valueAt(schema, pathIn(schema, pointerSegments(ref)));
    if (!isObject(found) && typeof found !== 'boolean')
      throw new RefError(`it refers to ${ref}, which is not a schema`);
  }
  return { schema, budget, partial, draft };
}

function spend(budget: Budget, weight: number): undefined {
  budget.left -= weight;
  if (budget.left < 0) throw new BudgetError('too many branches to follow');
  return undefined;
}

/** Keywords that are kept as they are, where their value has the type they must have. */
function isPlain(keyword: string, value: JsonValue): boolean {
  if (keyword === 'type') return typeof value === 'string' || isNames(value);
  if (keyword === 'const') return true;
  if (keyword === 'enum') return Array.isArray(value) && value.length <= MAX_CHOICES;
  if (keyword === 'required') return isNames(value);
  if (keyword === 'uniqueItems') return typeof value === 'boolean';
  if (keyword === 'multipleOf') return typeof value === 'number' && value > 0;
  if (keyword === 'dependentRequired')
    return isObject(value) && Object.values(value).every((v) => isNames(v ?? null));
  return NUMBERS.has(keyword) ? typeof value === 'number' : COUNTS.has(keyword) && Number.isInteger(value);
}

/** True where the schema may match text: looked for anywhere, because a miss would make the copy wrong. */
function hasText(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasText);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      ((key === 'pattern' || key === 'format') && typeof inner === 'string') ||
      (key === 'patternProperties' && isObject(inner)) ||
      (inner !== undefined && hasText(inner)),
  );
}

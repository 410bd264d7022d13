import type { JsonObject } from '../../server/protocol/json.ts';
import { buildPlan } from './build-plan.ts';
import { type CheckCopy, checkCopy } from './check-copy.ts';
import { defaults } from './defaults.ts';
import { beyond } from './measure.ts';
import { type Remark, type RootPlan, renderSchema } from './plan.ts';
import { RefError } from './refs.ts';
import { subsetRemarks } from './subset.ts';

/** Where a schema comes from: a question keeps to the elicitation subset, a tool's arguments may be anything. */
export type SchemaKind = 'question' | 'arguments';

/** A schema made ready for drawing and checking. */
export interface PreparedSchema {
  readonly schema: JsonObject;
  /** What is drawn; undefined where the form is refused, for the reason in `refused`. */
  readonly plan: RootPlan | undefined;
  /** The plan as rjsf reads it. */
  readonly render: JsonObject | undefined;
  /** Why there is no form, as the end of "There is no form for this schema: …". */
  readonly refused: string | undefined;
  /** For the synchronous check; undefined where the schema cannot be checked at all. */
  readonly check: CheckCopy | undefined;
  /** The declared defaults, as an untouched form holds them. */
  readonly initial: JsonObject;
  readonly remarks: readonly Remark[];
}

const MAX_REMARKS = 20;

/** Reads a schema for the form. Never throws, never fetches, and is quick on any schema: see limits.ts. */
export function prepare(schema: JsonObject, kind: SchemaKind = 'arguments'): PreparedSchema {
  const none = { schema, plan: undefined, render: undefined, check: undefined, initial: {}, remarks: [] };
  const reason = beyond(schema);
  if (reason !== undefined) return { ...none, refused: reason };
  const check = attempt(() => checkCopy(schema));
  if ('refused' in check) return { ...none, refused: check.refused };
  const subset = kind === 'question' ? subsetRemarks(schema) : [];
  const base = { ...none, check: check.value, initial: defaults(schema) };
  const built = attempt(() => buildPlan(schema));
  if ('refused' in built) return { ...base, refused: built.refused, remarks: subset.slice(0, MAX_REMARKS) };
  const { plan, remarks } = built.value;
  return {
    ...base,
    plan,
    render: renderSchema(plan),
    refused: undefined,
    remarks: [...subset, ...remarks].slice(0, MAX_REMARKS),
  };
}

function attempt<T>(make: () => T): { readonly value: T } | { readonly refused: string } {
  try {
    return { value: make() };
  } catch (error) {
    return { refused: error instanceof RefError ? error.message : 'it could not be read' };
  }
}

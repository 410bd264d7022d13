import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';

/** One thing to choose. */
export interface Choice {
  readonly value: JsonValue;
  readonly label: string;
  readonly description?: string;
}

/** How a field is edited. */
export type Leaf =
  | { readonly kind: 'text'; readonly format: string | undefined; readonly long: boolean }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  /** Anything the form has no control for: a small JSON editor, with the reason. */
  | { readonly kind: 'json'; readonly why: string };

interface Described {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly hint: string | undefined;
}

/** The form as planned from the schema: what is drawn, in the order in which it is drawn. */
export type FieldPlan =
  | (Described & { readonly shape: 'leaf'; readonly leaf: Leaf })
  | (Described & { readonly shape: 'group'; readonly fields: readonly PlannedField[] })
  | (Described & { readonly shape: 'list'; readonly item: FieldPlan; readonly first: JsonValue });

export interface PlannedField {
  readonly name: string;
  readonly required: boolean;
  readonly plan: FieldPlan;
}

/** Something worth telling about a schema that is nevertheless used. */
export interface Remark {
  /** Where in the schema, as `/properties/age`. */
  readonly where: string;
  readonly text: string;
}

/** The root of every form. */
export type RootPlan = FieldPlan & { readonly shape: 'group' };

/** The keyword under which a plan travels through rjsf. */
export const PLAN = 'x-taskscope-plan';

/**
 * The plan as a schema for rjsf: groups, lists, and leaves that are all strings to it. rjsf then has nothing to resolve, to
 * fill in or to reinterpret (it submits the first `oneOf` constant and a required boolean's false when left to itself); what a
 * leaf is, our own field reads from the plan.
 */
export function renderSchema(plan: FieldPlan): JsonObject {
  const common = { title: plan.title, description: plan.description, [PLAN]: plan as unknown as JsonObject };
  if (plan.shape === 'leaf') return { ...common, type: 'string' };
  if (plan.shape === 'list') {
    return { ...common, type: 'array', items: { ...renderSchema(plan.item), default: plan.first } };
  }
  return {
    ...common,
    type: 'object',
    properties: Object.fromEntries(plan.fields.map(({ name, plan: inner }) => [name, renderSchema(inner)])),
    required: plan.fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

import { isObject, type JsonObject, type JsonValue, own, ownString } from '../../server/protocol/json.ts';
import { choicesOf } from './choices.ts';
import { MAX_FIELDS, MAX_RECURSION } from './limits.ts';
import type { FieldPlan, Leaf, Remark, RootPlan } from './plan.ts';
import { follow, propertiesOf, RefError, requiredOf } from './refs.ts';
import { hint } from './wording.ts';

/** Names that JavaScript or rjsf would take for something of their own: rjsf reads `data.toString` whether it is there or not. */
const isReserved = (name: string): boolean =>
  name in Object.prototype || name === '__errors' || name === 'prototype';
const COMPOSITION = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'dependentSchemas', 'dependentRequired'];

export interface BuiltPlan {
  readonly plan: RootPlan;
  readonly remarks: readonly Remark[];
}

/** Plans the form of a schema that measure.ts let through. Throws RefError with the reason where there can be none. */
export function buildPlan(root: JsonObject): BuiltPlan {
  const remarks: Remark[] = [];
  let fields = 0;

  function build(schema: JsonValue, where: string, refs: readonly string[]): FieldPlan {
    fields += 1;
    if (fields > MAX_FIELDS) throw new RefError(`it has more than ${MAX_FIELDS} fields`);
    const followed = follow(root, schema);
    const here = [...refs, ...followed.refs];
    if (followed.refs.some((ref) => here.filter((other) => other === ref).length > MAX_RECURSION)) {
      return asJson(followed.schema, where, 'it contains itself');
    }
    if (!isObject(followed.schema)) return asJson(followed.schema, where, 'its schema says nothing about it');
    return shape(withoutNull(root, followed.schema, where, remarks), where, here);
  }

  function shape(schema: JsonObject, where: string, refs: readonly string[]): FieldPlan {
    const choices = choicesOf(schema);
    if (choices) return leaf(schema, { kind: 'choice', choices });
    const type = own(schema, 'type');
    const composed = COMPOSITION.filter((keyword) => own(schema, keyword) !== undefined);
    if (type === undefined && composed.length > 0 && propertiesOf(schema).length === 0) {
      return asJson(schema, where, `it is composed with ${composed.join(' and ')}`);
    }
    if (composed.length > 0) {
      remarks.push({ where, text: `${composed.join(' and ')} is checked, but not drawn` });
    }
    if (type === 'string') return text(schema);
    if (type === 'number' || type === 'integer')
      return leaf(schema, { kind: 'number', integer: type === 'integer' });
    if (type === 'boolean') return leaf(schema, { kind: 'boolean' });
    if (type === 'array') return array(schema, where, refs);
    if (type === 'object' || (type === undefined && propertiesOf(schema).length > 0)) {
      return group(schema, where, refs);
    }
    return asJson(
      schema,
      where,
      type === undefined ? 'its schema gives no type' : 'it may be of several types',
    );
  }

  function group(schema: JsonObject, where: string, refs: readonly string[]): FieldPlan {
    const properties = propertiesOf(schema);
    const isRoot = where === '';
    const odd = properties.find(([name]) => isReserved(name));
    if (odd && isRoot) throw new RefError(`a property is called ${odd[0]}`);
    if (odd) return asJson(schema, where, `a property is called ${odd[0]}`);
    if (properties.length === 0 && !isRoot) return asJson(schema, where, 'its properties are not listed');
    const required = requiredOf(schema);
    const planned = properties.map(([name, property]) => ({
      name,
      required: required.has(name),
      plan: build(property, `${where}/properties/${name}`, refs),
    }));
    return { shape: 'group', ...described(schema), hint: undefined, fields: planned };
  }

  function array(schema: JsonObject, where: string, refs: readonly string[]): FieldPlan {
    const items = own(schema, 'items');
    if (own(schema, 'prefixItems') !== undefined || !isObject(items)) {
      return asJson(schema, where, 'it is a list whose items have no schema of their own');
    }
    const followed = follow(root, items).schema;
    const choices = isObject(followed) ? choicesOf(followed) : undefined;
    if (choices) return leaf(schema, { kind: 'choices', choices });
    const item = build(items, `${where}/items`, refs);
    const first = own(followed, 'default') ?? (item.shape === 'group' ? {} : item.shape === 'list' ? [] : '');
    return { shape: 'list', ...described(schema), item, first };
  }

  function asJson(schema: JsonValue, where: string, why: string): FieldPlan {
    remarks.push({ where, text: `edited as JSON: ${why}` });
    return { ...leaf(schema, { kind: 'json', why }), hint: `Edited as JSON: ${why}` };
  }

  const plan = build(root, '', []);
  if (plan.shape !== 'group') throw new RefError('it does not describe an object with named properties');
  return { plan, remarks };
}

function text(schema: JsonObject): FieldPlan {
  const most = own(schema, 'maxLength');
  const least = own(schema, 'minLength');
  const long = (typeof most === 'number' && most > 200) || (typeof least === 'number' && least > 100);
  return leaf(schema, { kind: 'text', format: ownString(schema, 'format'), long });
}

function leaf(schema: JsonValue, how: Leaf): FieldPlan {
  return { shape: 'leaf', ...described(schema), leaf: how };
}

function described(schema: JsonValue): Pick<FieldPlan, 'title' | 'description' | 'hint'> {
  return {
    title: ownString(schema, 'title'),
    description: ownString(schema, 'description'),
    hint: hint(schema),
  };
}

/** `X or null` is drawn as X: leaving it empty leaves it out, and null itself is written in JSON. */
function withoutNull(root: JsonObject, schema: JsonObject, where: string, remarks: Remark[]): JsonObject {
  const note = { where, text: 'may also be null: write that as JSON' };
  const type = own(schema, 'type');
  if (Array.isArray(type)) {
    const rest = type.filter((name) => name !== 'null');
    if (rest.length !== 1) return schema;
    if (rest.length < type.length) remarks.push(note);
    return { ...schema, type: rest[0] ?? 'null' };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const members = own(schema, keyword);
    if (!Array.isArray(members) || members.length !== 2) continue;
    const rest = members.filter((member) => own(member, 'type') !== 'null');
    const only = rest.length === 1 ? follow(root, rest[0] ?? null).schema : undefined;
    if (!isObject(only)) continue;
    remarks.push(note);
    const { [keyword]: _, ...beside } = schema;
    return { ...only, ...beside };
  }
  return schema;
}

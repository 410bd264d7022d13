import { isObject, type JsonObject, type JsonValue, own } from '../../server/protocol/json.ts';
import { MAX_RECURSION } from './limits.ts';
import { beyond } from './measure.ts';
import { objectOf } from './path.ts';
import { follow, propertiesOf, requiredOf } from './refs.ts';

/**
 * What an untouched form holds: the defaults that the schema declares, and nothing else. A required group of fields is present
 * as an object from the start (there is no control to add it); no value is ever made up. A schema over the limits has none.
 */
export function defaults(schema: JsonObject): JsonObject {
  if (beyond(schema) !== undefined) return {};
  try {
    return group(schema, schema, []);
  } catch {
    return {}; // a reference that cannot be followed: the form says so, see prepare()
  }
}

function group(root: JsonObject, schema: JsonObject, refs: readonly string[]): JsonObject {
  const declared = own(schema, 'default');
  if (isObject(declared)) return declared;
  const required = requiredOf(schema);
  const entries: [string, JsonValue][] = [];
  for (const [name, property] of propertiesOf(schema)) {
    const value = leaf(root, property, refs, required.has(name));
    if (value !== undefined) entries.push([name, value]);
  }
  return objectOf(entries);
}

function leaf(
  root: JsonObject,
  property: JsonValue,
  refs: readonly string[],
  isRequired: boolean,
): JsonValue | undefined {
  const followed = follow(root, property);
  const here = [...refs, ...followed.refs];
  if (!isObject(followed.schema)) return undefined;
  const declared = own(followed.schema, 'default');
  if (declared !== undefined) return declared;
  if (propertiesOf(followed.schema).length === 0) return undefined;
  if (followed.refs.some((ref) => here.filter((other) => other === ref).length > MAX_RECURSION)) {
    return undefined;
  }
  const inner = group(root, followed.schema, here);
  return isRequired || Object.keys(inner).length > 0 ? inner : undefined;
}

import { isObject, type JsonObject, type JsonValue, own, ownString } from '../../server/protocol/json.ts';
import { pathIn, pointerSegments, valueAt } from './path.ts';

/** A reference that this page will not follow, with the reason in words. */
export class RefError extends Error {
  override readonly name = 'RefError';
}

/** What `ref` points at inside `root`. Nothing is ever fetched: a reference that leaves the document is an error. */
export function target(root: JsonObject, ref: string): JsonValue {
  if (!ref.startsWith('#')) throw new RefError(`it refers to ${ref}, and schemas are never fetched`);
  if (ref !== '#' && !ref.startsWith('#/')) throw new RefError(`it refers to the anchor ${ref}`);
  const found = valueAt(root, pathIn(root, pointerSegments(ref)));
  if (!isObject(found) && typeof found !== 'boolean') {
    throw new RefError(`it refers to ${ref}, which is not in the schema`);
  }
  return found;
}

/** A schema with its `$ref`s followed, and the references that were followed to get there. */
export interface Followed {
  readonly schema: JsonValue;
  readonly refs: readonly string[];
}

/** Follows `$ref` until there is none. Keywords beside a `$ref` win over the target's. Throws RefError on a circle. */
export function follow(root: JsonObject, schema: JsonValue): Followed {
  const refs: string[] = [];
  let here = schema;
  for (let ref = ownString(here, '$ref'); ref !== undefined; ref = ownString(here, '$ref')) {
    if (refs.includes(ref)) throw new RefError(`${ref} refers to itself without end`);
    refs.push(ref);
    const found = target(root, ref);
    if (!isObject(found)) return { schema: found, refs };
    const { $ref: _, ...beside } = here as JsonObject;
    here = { ...found, ...beside };
  }
  return { schema: here, refs };
}

/** The `properties` of an object schema, in order; empty where there are none. */
export function propertiesOf(schema: JsonValue): readonly (readonly [string, JsonValue])[] {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
}

/** The names in `required`. */
export function requiredOf(schema: JsonValue): ReadonlySet<string> {
  const required = own(schema, 'required');
  return new Set(
    Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [],
  );
}

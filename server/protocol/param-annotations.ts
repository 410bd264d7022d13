import { isObject, type JsonObject, type JsonValue, own } from './json.ts';

const KEYWORD = 'x-mcp-header';
/** An HTTP field name (RFC 9110 5.1): one or more of these characters, so no space, colon, control or non-ASCII character. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PRIMITIVES = new Set<JsonValue>(['string', 'integer', 'boolean']);

/** Keywords whose value is a schema or a list of schemas, and those whose value is a map of schemas: all but `properties`. */
const SCHEMAS = [
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
];
const SCHEMA_MAPS = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

interface Place {
  readonly schema: JsonValue | undefined;
  readonly path: string;
  /** By a chain of `properties` alone. */
  readonly reachable: boolean;
}

/**
 * Why a tool with this schema must be left out by a client that speaks Streamable HTTP, or undefined where its `x-mcp-header`
 * annotations are valid (Streamable HTTP, "Schema Extension"): a token, unique whatever its case, on a string, integer or boolean
 * that a chain of `properties` reaches. Values that are no schemas (`default`, `enum`, …) are not looked into.
 */
export function annotationProblem(inputSchema: JsonObject): string | undefined {
  const seen = new Map<string, string>();
  const places: Place[] = [{ schema: inputSchema, path: '', reachable: true }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { schema, path, reachable } = place;
    if (!isObject(schema)) continue;
    const name = own(schema, KEYWORD);
    if (name !== undefined) {
      const where = path === '' ? 'the schema itself' : path;
      const problem = !reachable
        ? 'is not reached by a chain of "properties" alone'
        : path === ''
          ? 'is on no parameter'
          : (nameProblem(name) ?? typeProblem(own(schema, 'type')));
      if (problem !== undefined) return `${KEYWORD} at ${where} ${problem}`;
      const key = String(name).toLowerCase();
      const first = seen.get(key);
      if (first !== undefined) return `${KEYWORD} "${String(name)}" stands at ${first} and at ${where}`;
      seen.set(key, where);
    }
    places.push(...below(place));
  }
  return undefined;
}

function nameProblem(name: JsonValue): string | undefined {
  if (typeof name !== 'string') return 'is no string';
  if (name === '') return 'is empty';
  return TOKEN.test(name) ? undefined : `is ${JSON.stringify(name)}, which cannot be part of a header's name`;
}

function typeProblem(type: JsonValue | undefined): string | undefined {
  // A parameter that may also be null is mirrored while it is not.
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  if (types.length > 0 && types.every((one) => one !== undefined && PRIMITIVES.has(one))) return undefined;
  return `is on a parameter of type ${JSON.stringify(type) ?? 'unknown'}; only string, integer and boolean are mirrored`;
}

/** The schemas one step below, the last one first, so that a stack gives them in order. */
function below({ schema, path, reachable }: Place): Place[] {
  const places: Place[] = [];
  const map = (keyword: string, byProperties: boolean): void => {
    const value = own(schema, keyword);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const step = byProperties ? key : `${keyword}.${key}`;
      places.push({
        schema: inner,
        path: path === '' ? step : `${path}.${step}`,
        reachable: reachable && byProperties,
      });
    }
  };
  map('properties', true);
  for (const keyword of SCHEMA_MAPS) map(keyword, false);
  for (const keyword of SCHEMAS) {
    const value = own(schema, keyword);
    if (value === undefined) continue;
    for (const inner of Array.isArray(value) ? value : [value])
      places.push({ schema: inner, path: path === '' ? keyword : `${path}.${keyword}`, reachable: false });
  }
  return places.reverse();
}

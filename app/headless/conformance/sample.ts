import { isObject, type JsonObject, type JsonValue, own } from '../../../server/protocol/json.ts';

/** Arguments for a tool that only needs some of the right type: one of each required property of its schema. */
export function sampleArguments(inputSchema: JsonObject | undefined): JsonObject {
  const properties = own(inputSchema, 'properties');
  const required = own(inputSchema, 'required');
  if (!isObject(properties) || !Array.isArray(required)) return {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, schema]) => [name, sample(schema)]),
  );
}

function sample(schema: JsonValue | undefined): JsonValue {
  const declared = own(schema, 'default');
  if (declared !== undefined) return declared;
  switch (own(schema, 'type')) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'sample';
  }
}

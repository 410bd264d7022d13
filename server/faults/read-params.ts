import { isObject, type JsonObject, type JsonValue, own } from '../protocol/json.ts';
import type { FaultFacts } from '../protocol/lab.ts';

/** A fault that there is not, or a parameter that it does not take. Says what to write instead. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/**
 * Checks parameters against a fault's own schema: whole numbers, choices and yes or no.
 * @returns them, filled with the defaults. @throws FaultError
 */
export function readParams({ name, schema }: FaultFacts, given: JsonObject): JsonObject {
  const properties = own(schema, 'properties') as JsonObject;
  const known = Object.keys(properties);
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const what = known.length === 0 ? 'takes no parameters' : `knows ${known.join(', ')}`;
    throw new FaultError(`Fault ${name} ${what}: leave "${key.slice(0, 40)}" out.`);
  }
  return Object.fromEntries(known.map((key) => [key, valueIn(name, key, properties[key], own(given, key))]));
}

function valueIn(
  name: string,
  key: string,
  schema: JsonValue | undefined,
  given: JsonValue | undefined,
): JsonValue {
  if (given === undefined) return own(schema, 'default') ?? null;
  const wants = (what: string) => new FaultError(`Fault ${name} wants ${key} to be ${what}.`);
  switch (own(schema, 'type')) {
    case 'boolean':
      if (typeof given !== 'boolean') throw wants('true or false');
      return given;
    case 'integer': {
      const [least, most] = [own(schema, 'minimum') as number, own(schema, 'maximum') as number];
      if (typeof given !== 'number' || !Number.isInteger(given) || given < least || given > most)
        throw wants(`a whole number from ${least} to ${most}`);
      return given;
    }
    default: {
      const options = own(schema, 'enum') as readonly string[];
      if (typeof given !== 'string' || !options.includes(given)) throw wants(`one of ${options.join(', ')}`);
      return given;
    }
  }
}

/**
 * Reads `lagMs=500,how=cut` (or nothing) as parameters, each as its schema has it.
 * @throws FaultError
 */
export function paramsOfText(facts: FaultFacts, text: string): JsonObject {
  if (text === '') return readParams(facts, {});
  const given: Record<string, JsonValue> = {};
  for (const part of text.split(',')) {
    const cut = part.indexOf('=');
    if (cut < 1) throw new FaultError(`Fault ${facts.name}: write parameters as name=value, not "${part}".`);
    const [key, value] = [part.slice(0, cut), part.slice(cut + 1)];
    const schema = own(own(facts.schema, 'properties'), key);
    given[key] = isObject(schema) ? valueOfText(own(schema, 'type'), value) : value;
  }
  return readParams(facts, given);
}

function valueOfText(type: JsonValue | undefined, text: string): JsonValue {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

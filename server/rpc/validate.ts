import { type Schema, Validator } from '@cfworker/json-schema';
import { type InputRequest, readElicitResult, readFormQuestion } from '../protocol/inputs.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../protocol/json.ts';

/** Validators by schema: the tools' own schemas live as long as the process, those of a stored question as long as its row. */
const VALIDATORS = new WeakMap<JsonObject, Validator>();

function validatorOf(schema: JsonObject): Validator {
  const known = VALIDATORS.get(schema);
  if (known !== undefined) return known;
  // The validator writes marks into the schema it is given, which is shown to clients and may be frozen: it gets a copy.
  const made = new Validator(structuredClone(schema) as Schema, '2020-12');
  VALIDATORS.set(schema, made);
  return made;
}

/** Why `value` does not fit `schema` (JSON Schema 2020-12), or undefined where it does. Schemas are the demo's own. */
export function misfit(schema: JsonObject, value: JsonValue): string | undefined {
  const stray = strayKey(schema, value);
  if (stray !== undefined)
    return `#: there is no property ${JSON.stringify(stray)}; known are: ${Object.keys(schema.properties ?? {}).join(', ') || 'none'}`;
  const { valid, errors } = validatorOf(schema).validate(value);
  if (valid) return undefined;
  // The last error is the one closest to the value; the others tell the way there.
  const error = errors.at(-1);
  return error === undefined ? 'does not fit its schema' : `${error.instanceLocation}: ${error.error}`;
}

/**
 * The first property that a closed schema does not name. Looked at before the validator, which makes two errors for each: 4 MB of
 * unknown properties held up everything else for seconds.
 */
function strayKey({ additionalProperties, properties }: JsonObject, value: JsonValue): string | undefined {
  if (additionalProperties !== false || !isObject(value)) return undefined;
  for (const key in value) if (own(properties, key) === undefined) return key.slice(0, 100);
  return undefined;
}

/**
 * Why `response` does not answer its request, or undefined where it does (R46; MRTR, "Error Handling"). An elicitation's content
 * is checked only where the person accepted; of the others only what their results must have.
 */
export function answerMisfit(request: InputRequest, response: unknown): string | undefined {
  if (!isObject(response)) return 'must be an object';
  switch (request.method) {
    case 'elicitation/create':
      return elicitationMisfit(request, response);
    case 'sampling/createMessage': {
      const { role, content, model } = response;
      const whole = typeof role === 'string' && typeof content === 'object' && typeof model === 'string';
      return whole ? undefined : 'must be a message with role, content and model';
    }
    case 'roots/list':
      return Array.isArray(response.roots) ? undefined : 'must have roots, an array';
    default:
      return undefined;
  }
}

function elicitationMisfit(request: InputRequest, response: JsonObject): string | undefined {
  const answer = readElicitResult(response);
  if (answer === undefined)
    return 'must have an action (accept, decline or cancel), and content only as an object';
  const question = readFormQuestion(request);
  if (question === undefined || answer.action !== 'accept') return undefined;
  return misfit(question.requestedSchema, answer.content ?? {});
}

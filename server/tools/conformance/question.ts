import type { InputRequest } from '../../protocol/inputs.ts';
import type { JsonObject } from '../../protocol/json.ts';

/** A form with one required field of the given type. */
export function question(
  message: string,
  field: string,
  type: 'string' | 'boolean' = 'string',
): InputRequest {
  const requestedSchema: JsonObject = {
    type: 'object',
    properties: { [field]: { type } },
    required: [field],
  };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

/** A question for the client's model. */
export function sampling(text: string): InputRequest {
  const messages = [{ role: 'user', content: { type: 'text', text } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens: 100 } };
}

/** A question for the client's roots. */
export const ROOTS: InputRequest = { method: 'roots/list', params: {} };

import { isObject, type JsonObject, own, ownString } from './json.ts';

/** One entry of `inputRequests`: a server-to-client request without id (MRTR, "InputRequests"). */
export interface InputRequest {
  readonly method: string;
  readonly params: JsonObject;
}

export type InputRequests = { readonly [key: string]: InputRequest };

export type ElicitAction = 'accept' | 'decline' | 'cancel';

export interface ElicitResult {
  readonly action: ElicitAction;
  readonly content?: JsonObject;
}

/** Values of `inputResponses`, keyed as the requests were. */
export type InputResponses = { readonly [key: string]: JsonObject };

/** What a form needs of an `elicitation/create` request in form mode. */
export interface FormQuestion {
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** Reads a form-mode elicitation; undefined for URL mode, other methods and malformed requests (a missing mode is form mode). */
export function readFormQuestion(request: unknown): FormQuestion | undefined {
  if (ownString(request, 'method') !== 'elicitation/create') return undefined;
  const params = own(request, 'params');
  const mode = own(params, 'mode');
  if (mode !== undefined && mode !== 'form') return undefined;
  const requestedSchema = own(params, 'requestedSchema');
  if (!isObject(requestedSchema)) return undefined;
  return { message: ownString(params, 'message') ?? '', requestedSchema };
}

/** Reads an elicitation's answer; undefined where `action` is not one of the three or content is not an object. */
export function readElicitResult(value: unknown): ElicitResult | undefined {
  const action = own(value, 'action');
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return undefined;
  const content = own(value, 'content');
  if (content === undefined) return { action };
  return isObject(content) ? { action, content } : undefined;
}

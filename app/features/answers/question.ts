import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { type FormDraft, startDraft } from '../../forms/light.ts';

/** What a server asks, wherever the question comes from. */
export interface Asking {
  readonly method: string;
  readonly params: JsonObject;
}

/** How a question is answered: by a form, by opening an address, or as JSON (sampling, roots, anything else). */
export type AskKind = 'form' | 'url' | 'sampling' | 'roots' | 'other';

/** The kind of a question. An elicitation of an unknown mode, or without a usable schema, is `other`. */
export function kindOf(asking: Asking): AskKind {
  const { method, params } = asking;
  if (method === 'sampling/createMessage') return 'sampling';
  if (method === 'roots/list') return 'roots';
  if (method !== 'elicitation/create') return 'other';
  if (own(params, 'mode') === 'url' && ownString(params, 'url') !== undefined) return 'url';
  return formSchema(asking) === undefined ? 'other' : 'form';
}

/** The schema of a form-mode elicitation; undefined for everything that has no form (a missing mode is form mode). */
export function formSchema({ method, params }: Asking): JsonObject | undefined {
  if (method !== 'elicitation/create') return undefined;
  const mode = own(params, 'mode');
  if (mode !== undefined && mode !== 'form') return undefined;
  const schema = own(params, 'requestedSchema');
  return isObject(schema) ? schema : undefined;
}

/** What a question says, else its method. */
export function messageOf({ method, params }: Asking): string {
  return ownString(params, 'message') || method;
}

/** Why a question has no form here, in plain words. */
export function whyNoForm(asking: Asking): string {
  switch (kindOf(asking)) {
    case 'form':
      return '';
    case 'url':
      return 'The server wants you to open an address elsewhere, so that what you do there does not pass through this page. Nothing is opened or fetched before you press the link. What is answered here says only whether you agree.';
    case 'sampling':
      return 'The server wants a language model of its client to write a message. There is none here: you write it yourself.';
    case 'roots':
      return 'The server asks which folders it may work in. There are none in a browser, so the answer begins with an empty list.';
    default:
      break;
  }
  if (asking.method !== 'elicitation/create')
    return `The server asks with ${asking.method}, which the protocol does not allow here and this inspector does not know. The question is shown as it came; it can be answered with any JSON object all the same.`;
  const mode = own(asking.params, 'mode');
  if (mode === 'url') return 'The server wants you to open an address and gives none that is a text.';
  if (mode !== undefined && mode !== 'form')
    return 'The server asks in a mode that this inspector does not know. The question is shown as it came, and is answered as JSON.';
  return 'The question has no usable requestedSchema, so there is no form for it. It is shown as it came, and is answered as JSON.';
}

/** The draft that nobody has touched. It agrees to nothing: an elicitation without a form is dismissed, no root is given. */
export function startOf(asking: Asking): FormDraft {
  const schema = formSchema(asking);
  if (schema !== undefined) return startDraft(schema);
  const data = template(asking);
  return { data, mode: 'json', text: JSON.stringify(data, null, 2) };
}

function template({ method }: Asking): JsonObject {
  if (method === 'elicitation/create') return { action: 'cancel' };
  if (method === 'roots/list') return { roots: [] };
  if (method === 'sampling/createMessage')
    return {
      role: 'assistant',
      content: { type: 'text', text: '' },
      model: 'human',
      stopReason: 'endTurn',
    };
  return {};
}

/** Where nothing of a draft is the person's. */
export function isAtStart(asking: Asking, draft: FormDraft): boolean {
  const start = startOf(asking);
  return draft.text === start.text && JSON.stringify(draft.data) === JSON.stringify(start.data);
}

import type { Question } from '../../engine/derive/model.ts';
import type { JsonObject } from '../../engine/index.ts';
import { isRecord } from '../../ui/record.ts';

/** The schema of a form-mode elicitation; undefined for everything that has no form (a missing mode is form mode). */
export function formSchema(question: Question): JsonObject | undefined {
  if (question.method !== 'elicitation/create') return undefined;
  const { mode, requestedSchema } = question.params;
  if (mode !== undefined && mode !== 'form') return undefined;
  return isRecord(requestedSchema) ? (requestedSchema as JsonObject) : undefined;
}

/** Where a URL-mode elicitation leads; undefined for other questions and for anything but a web address. */
export function addressOf(question: Question): URL | undefined {
  const { mode, url } = question.params;
  if (question.method !== 'elicitation/create' || mode !== 'url') return undefined;
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  return /^https?:$/.test(address.protocol) ? address : undefined;
}

/** Why a question has no form here, in plain words. */
export function whyNoForm(question: Question): string {
  if (question.method !== 'elicitation/create')
    return `The server asks with ${question.method}, which this inspector cannot answer by a form yet. The question is shown as it came.`;
  if (question.params.mode === 'url')
    return 'The server wants you to open an address elsewhere. The address is shown as text and nothing is opened: check where it leads before you copy it.';
  if (question.params.mode !== undefined && question.params.mode !== 'form')
    return 'The server asks in a mode that this inspector does not know. The question is shown as it came.';
  return 'The question has no usable requestedSchema, so there is no form for it. It is shown as it came.';
}

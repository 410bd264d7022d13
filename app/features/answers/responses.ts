import { own, ownString, sameJson } from '../../../server/protocol/json.ts';
import type { Question } from '../../engine/derive/model.ts';
import {
  asTyped,
  type InputResponses,
  type JsonObject,
  type Prepared,
  type TypedText,
} from '../../engine/index.ts';
import { type Outgoing, outgoing } from '../../forms/light.ts';
import { readAddress } from './address.ts';
import { type Asking, kindOf } from './question.ts';
import type { Drafts } from './useDrafts.ts';

/** What a person is about to send: an answer to one question, or those of several. Undefined: nothing in particular. */
export type About =
  | undefined
  | 'all'
  | { readonly key: string; readonly action: 'accept' | 'decline' | 'cancel' };

/** The `inputResponses` of a `tasks/update`, or why they cannot go. */
export type Responses =
  | { readonly ok: true; readonly responses: InputResponses }
  | { readonly ok: false; readonly reason: string };

/** Whether an answer is still wanted and not on its way. */
export function isOpen({ state }: Question): boolean {
  return state === 'open' || state === 'send-failed';
}

/** Whether a question can be refused: an elicitation has words for that, sampling and roots have none. */
export function isElicitation({ method }: Asking): boolean {
  return method === 'elicitation/create';
}

/** Whether there is an address that a person can agree to: a web address, if only to be copied. */
export function isWebAddress({ params }: Asking): boolean {
  return readAddress(ownString(params, 'url') ?? '').parts !== undefined;
}

/** What accepting a question says: the content of its form, the bare consent to an address, or the answer as it was written in JSON. */
export function acceptOf(question: Asking, out: Outgoing): JsonObject | undefined {
  const kind = kindOf(question);
  if (kind === 'url') return isWebAddress(question) ? { action: 'accept' } : undefined;
  if (!out.ok) return undefined;
  return kind === 'form' ? { action: 'accept', content: out.value } : out.value;
}

/** A `tasks/update` with what was typed as JSON as it was typed. */
export function exactly(
  prepared: Prepared,
  responses: InputResponses,
  questions: readonly Question[],
  drafts: Pick<Drafts, 'of'>,
): Prepared {
  const typed = questions.flatMap((question): TypedText[] => {
    const response = own(responses, question.key);
    const out = outgoing(drafts.of(question));
    if (response === undefined || !out.ok || out.text === undefined) return [];
    const path = ['params', 'inputResponses', question.key];
    if (kindOf(question) === 'form')
      return own(response, 'content') === undefined ? [] : [{ path: [...path, 'content'], text: out.text }];
    // Declining says nothing of what was written.
    return sameJson(response, out.value) ? [{ path, text: out.text }] : [];
  });
  return asTyped(prepared, typed);
}

/** The answers to several questions as one `inputResponses`. */
export function together(questions: readonly Question[], drafts: Pick<Drafts, 'of'>): Responses {
  const responses: [string, JsonObject][] = [];
  for (const question of questions) {
    const out = outgoing(drafts.of(question));
    const response = acceptOf(question, out);
    if (!out.ok && response === undefined)
      return {
        ok: false,
        reason: questions.length > 1 ? `The answer to ${question.key}: ${out.reason}` : out.reason,
      };
    if (response !== undefined) responses.push([question.key, response]);
  }
  // fromEntries makes own members of all keys, whatever they are called.
  return { ok: true, responses: Object.fromEntries(responses) as InputResponses };
}

import { own } from '../../../server/protocol/json.ts';
import type { Question } from '../../engine/derive/model.ts';
import {
  asTyped,
  type InputResponses,
  type JsonObject,
  type Prepared,
  type TypedText,
} from '../../engine/index.ts';
import { type Outgoing, outgoing } from '../../forms/light.ts';
import { addressOf, formSchema } from './question.ts';
import type { Drafts } from './useDrafts.ts';

/** What a person is about to send: an answer to one question, or those of all forms. Undefined: nothing in particular. */
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

/** What accepting a question says: the content of its form, or the bare consent to an address; undefined where there is neither. */
export function acceptOf(question: Question, out: Outgoing): JsonObject | undefined {
  if (formSchema(question) === undefined)
    return addressOf(question) === undefined ? undefined : { action: 'accept' };
  return out.ok ? { action: 'accept', content: out.value } : undefined;
}

/** A `tasks/update` with what was typed as JSON as it was typed. */
export function exactly(
  prepared: Prepared,
  responses: InputResponses,
  questions: readonly Question[],
  drafts: Pick<Drafts, 'of'>,
): Prepared {
  const typed = questions.flatMap((question): TypedText[] => {
    if (own(own(responses, question.key), 'content') === undefined) return [];
    const out = outgoing(drafts.of(question));
    const path = ['params', 'inputResponses', question.key, 'content'];
    return out.ok && out.text !== undefined ? [{ path, text: out.text }] : [];
  });
  return asTyped(prepared, typed);
}

/** The answers of several forms as one `inputResponses`. */
export function together(questions: readonly Question[], drafts: Pick<Drafts, 'of'>): Responses {
  const responses: [string, JsonObject][] = [];
  for (const question of questions) {
    const out = outgoing(drafts.of(question));
    if (!out.ok)
      return {
        ok: false,
        reason: questions.length > 1 ? `The answer to ${question.key}: ${out.reason}` : out.reason,
      };
    responses.push([question.key, { action: 'accept', content: out.value }]);
  }
  // fromEntries makes own members of all keys, whatever they are called.
  return { ok: true, responses: Object.fromEntries(responses) as InputResponses };
}

import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import type { RetryAnswers, TypedText } from '../../engine/index.ts';
import { type FormDraft, type Outgoing, outgoing } from '../../forms/light.ts';
import { type Asking, type AskKind, kindOf, startOf } from './question.ts';

/** More questions than this in one answer are left out; the server is to ask again for what it lacks. */
export const MOST_QUESTIONS = 50;

/** One question of an input_required result. */
export interface AskedQuestion extends Asking {
  readonly key: string;
  readonly kind: AskKind;
  /** Tells this question from every other one, so that what was typed comes back where it is asked afresh. */
  readonly identity: string;
  readonly start: AnswerDraft;
}

/**
 * What is being answered. `accept` with what the form says, or what was written as JSON; `leave`: the retry says nothing of this key, and
 * the server may ask again.
 */
export interface AnswerDraft {
  readonly action: 'accept' | 'decline' | 'cancel' | 'leave';
  readonly form: FormDraft;
}

/** An input_required result as far as its retry goes. */
export interface AskedRound {
  readonly questions: readonly AskedQuestion[];
  /** How many questions were left out. */
  readonly left: number;
  /** What is wrong with the result, in plain words. */
  readonly remarks: readonly string[];
}

/** Reads the questions of an input_required result. Never throws. */
export function readRound(result: JsonObject): AskedRound {
  const requests = own(result, 'inputRequests');
  const state = own(result, 'requestState');
  const remarks: string[] = [];
  if (requests !== undefined && !isObject(requests))
    remarks.push('Its inputRequests is no object, so nothing in it can be answered.');
  if (state !== undefined && typeof state !== 'string')
    remarks.push('Its requestState is no string, which the protocol requires.');
  if (requests === undefined && state === undefined)
    remarks.push('It has neither inputRequests nor requestState; the protocol requires one of them.');
  const entries = isObject(requests) ? Object.entries(requests) : [];
  return {
    questions: entries.slice(0, MOST_QUESTIONS).map(([key, request]) => readAsked(key, request)),
    left: Math.max(0, entries.length - MOST_QUESTIONS),
    remarks,
  };
}

function readAsked(key: string, request: unknown): AskedQuestion {
  const params = own(request, 'params');
  const asking: Asking = {
    method: ownString(request, 'method') ?? 'no method',
    params: isObject(params) ? params : {},
  };
  const kind = kindOf(asking);
  // Consent to an address is never a default.
  const start: AnswerDraft = { action: kind === 'url' ? 'cancel' : 'accept', form: startOf(asking) };
  return { ...asking, key, kind, identity: JSON.stringify([key, request]), start };
}

/** The answer to one question as it goes out, or why it cannot; undefined where it is left out. */
export function responseOf(
  { kind }: Pick<AskedQuestion, 'kind'>,
  { action, form }: AnswerDraft,
): Outgoing | undefined {
  if (action === 'leave') return undefined;
  if (kind === 'url' || (kind === 'form' && action !== 'accept')) return { ok: true, value: { action } };
  const out = outgoing(form);
  if (kind !== 'form' || !out.ok) return out;
  return { ...out, value: { action, content: out.value } };
}

/** The answer to one question as text, exactly as it goes out; undefined where it is left out or cannot go. */
export function responseText(question: Pick<AskedQuestion, 'kind'>, draft: AnswerDraft): string | undefined {
  const out = responseOf(question, draft);
  if (out?.ok !== true) return undefined;
  if (out.text === undefined) return JSON.stringify(out.value);
  return question.kind === 'form' ? `{"action":"accept","content":${out.text}}` : out.text;
}

/** What the retry carries, or why it cannot go. `requestState` is passed on as it is, and only where there was one. */
export function retryAnswers(
  result: JsonObject,
  questions: readonly AskedQuestion[],
  drafts: readonly AnswerDraft[],
):
  | { readonly ok: true; readonly answers: RetryAnswers; readonly typed?: readonly TypedText[] }
  | { readonly ok: false; readonly reason: string } {
  const responses: [string, JsonObject][] = [];
  const typed: TypedText[] = [];
  for (const [i, question] of questions.entries()) {
    const out = responseOf(question, drafts[i] ?? question.start);
    if (out === undefined) continue;
    if (!out.ok) return { ok: false, reason: `The answer to ${question.key}: ${out.reason}.` };
    responses.push([question.key, out.value]);
    if (out.text !== undefined) {
      const content = question.kind === 'form' ? ['content'] : [];
      typed.push({ path: ['params', 'inputResponses', question.key, ...content], text: out.text });
    }
  }
  const requestState = own(result, 'requestState');
  return {
    ok: true,
    ...(typed.length > 0 && { typed }),
    answers: {
      // fromEntries makes own members of all keys, whatever they are called.
      ...(questions.length > 0 && { inputResponses: Object.fromEntries(responses) }),
      ...(requestState !== undefined && { requestState }),
    },
  };
}

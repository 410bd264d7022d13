import { readFormQuestion } from '../../../server/protocol/inputs.ts';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import type { RetryAnswers, TypedText } from '../../engine/index.ts';
import { type FormDraft, outgoing, startDraft } from '../../forms/light.ts';

/** More questions than this in one answer are left out; the server is to ask again for what it lacks. */
export const MOST_QUESTIONS = 50;

/** One question of an input_required result. Without `schema` it is answered as JSON. */
export interface AskedQuestion {
  readonly key: string;
  readonly message: string;
  readonly schema: JsonObject | undefined;
  /** Why there is no form, in plain words; '' where there is one. */
  readonly why: string;
  /** Tells this question from every other one, so that what was typed comes back where it is asked afresh. */
  readonly identity: string;
  readonly start: AnswerDraft;
}

/** What is being answered. `action` counts only where the question has a form; elsewhere the JSON is the whole answer. */
export interface AnswerDraft {
  readonly action: 'accept' | 'decline' | 'cancel';
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
  const identity = JSON.stringify([key, request]);
  const form = readFormQuestion(request);
  const method = ownString(request, 'method') ?? 'no method';
  if (form !== undefined) {
    const start = { action: 'accept', form: startDraft(form.requestedSchema) } as const;
    return { key, message: form.message || method, schema: form.requestedSchema, why: '', identity, start };
  }
  const message = ownString(own(request, 'params'), 'message') || method;
  const text = JSON.stringify(skeleton(method), null, 2);
  const start = { action: 'accept', form: { data: skeleton(method), mode: 'json', text } } as const;
  return { key, message, schema: undefined, why: whyJson(method, own(request, 'params')), identity, start };
}

/** An answer to begin with. It agrees to nothing: an untouched elicitation is dismissed. */
function skeleton(method: string): JsonObject {
  if (method === 'elicitation/create') return { action: 'cancel' };
  if (method === 'roots/list') return { roots: [] };
  if (method === 'sampling/createMessage')
    return { role: 'assistant', content: { type: 'text', text: '' }, model: '' };
  return {};
}

function whyJson(method: string, params: unknown): string {
  if (method !== 'elicitation/create')
    return `The server asks with ${method}, which this inspector does not declare, so the server should not use it. It can be answered as JSON all the same.`;
  if (own(params, 'mode') === 'url')
    return 'The server wants you to open an address elsewhere. Nothing is opened: check where it leads before you copy it. An "action" of "accept" says that you agree.';
  return 'There is no form for this question: its mode is unknown or it has no usable requestedSchema. Write the answer as JSON.';
}

/** The answer to one question as it goes out, or why it cannot. */
export function responseOf(
  question: AskedQuestion,
  { action, form }: AnswerDraft,
): ReturnType<typeof outgoing> {
  if (question.schema !== undefined && action !== 'accept') return { ok: true, value: { action } };
  const out = outgoing(form);
  if (question.schema === undefined || !out.ok) return out;
  return { ...out, value: { action, content: out.value } };
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
    if (!out.ok) return { ok: false, reason: `The answer to ${question.key}: ${out.reason}.` };
    responses.push([question.key, out.value]);
    if (out.text !== undefined) {
      const content = question.schema === undefined ? [] : ['content'];
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

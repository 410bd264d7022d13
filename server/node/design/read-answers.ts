import { isObject, own, parseJson } from '../../protocol/json.ts';
import { QUESTIONS } from './design.ts';
import { type Answer, type Answers, KEYS, LONGEST_NOTE, type Question } from './question.ts';

export type ReadAnswers =
  | { readonly ok: true; readonly answers: Answers }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads a file of answers: an object with one member a question, each `{"choose": ["id", ...], "note": "..."}`.
 * @returns all that is wrong, each line beginning with the field that it is about
 */
export function readAnswers(text: string): ReadAnswers {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, problems: [`the file is no JSON: ${parsed.reason}`] };
  const { value } = parsed;
  if (!isObject(value))
    return { ok: false, problems: [`the file must be an object with the members ${KEYS.join(', ')}`] };
  const problems = strangers(value, KEYS).map(
    (field) => `${field}: there is no such question; there are ${KEYS.join(', ')}`,
  );
  const answers: Partial<Record<string, Answer>> = {};
  for (const question of QUESTIONS)
    answers[question.key] = readAnswer(question, own(value, question.key), problems);
  // Each question has an answer or a problem.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers: answers as Answers };
}

function readAnswer(question: Question, value: unknown, problems: string[]): Answer | undefined {
  const { key } = question;
  const say = (field: string, what: string): undefined => void problems.push(`${field}: ${what}`);
  if (value === undefined) return say(key, `the answer is missing (${question.question})`);
  if (!isObject(value)) return say(key, 'must be an object such as {"choose": ["…"], "note": "…"}');
  for (const field of strangers(value, ['choose', 'note']))
    say(`${key}.${field}`, 'is unknown; an answer has choose and note');
  const choose = own(value, 'choose');
  const note = own(value, 'note');
  if (note !== undefined) {
    const wrong = typeof note === 'string' ? noteProblem(note) : 'must be a string';
    if (wrong !== undefined) return say(`${key}.note`, wrong);
  }
  if (!Array.isArray(choose)) return say(`${key}.choose`, `must be an array of ${idsOf(question)}`);
  const wrong = choiceProblem(question, choose);
  if (wrong !== undefined) return say(`${key}.choose`, wrong);
  return typeof note === 'string' ? { choose, note } : { choose };
}

/** Why these choices are no answer to the question, or undefined. */
export function choiceProblem(question: Question, choose: readonly unknown[]): string | undefined {
  const known = question.choices.map(({ id }) => id);
  const strange = choose.findIndex((id) => typeof id !== 'string' || !known.includes(id));
  if (strange >= 0) return `${JSON.stringify(choose[strange])} is none of ${idsOf(question)}`;
  if (choose.length === 0) return `is empty; choose of ${idsOf(question)}`;
  if (new Set(choose).size < choose.length) return 'names a choice twice';
  if (!question.several && choose.length > 1) return `takes one choice, not ${choose.length}`;
  if (choose.includes('none') && choose.length > 1) return '"none" goes with no other choice';
  if (question.key === 'methods' && !choose.includes('core'))
    return 'lacks "core": tasks/get, tasks/update and tasks/cancel are what the extension consists of';
  return undefined;
}

/** Why this is no note, or undefined. */
export function noteProblem(note: string): string | undefined {
  if (note.trim() === '') return 'is empty; leave it out';
  if (note.length > LONGEST_NOTE)
    return `has ${note.length} characters; the design is one page, so at most ${LONGEST_NOTE}`;
  // A line break or another control character would break the page.
  return /[\p{Cc}\u2028\u2029]/u.test(note) ? 'must be one line, without control characters' : undefined;
}

function idsOf(question: Question): string {
  return question.choices.map(({ id }) => JSON.stringify(id)).join(', ');
}

function strangers(value: object, known: readonly string[]): string[] {
  const strange = Object.keys(value).filter((field) => !known.includes(field));
  // A name with a line break in it would pass for a line of ours.
  return strange.map((field) => (/^[\w-]+$/.test(field) ? field : JSON.stringify(field)));
}

import { type Answer, type Answers, type Choice, KEYS, type Key, type Question } from './question.ts';
import { OF_SERVICE } from './questions-of-service.ts';
import { OF_WORK } from './questions-of-work.ts';

/** The twelve questions, in the order of `KEYS`. */
export const QUESTIONS: readonly Question[] = [...OF_WORK, ...OF_SERVICE];

/** A choice from which no design is made. */
export interface Refusal {
  readonly key: Key;
  readonly id: string;
  readonly reason: string;
  readonly instead: string;
}

export type Judgement =
  | { readonly ok: true; readonly markdown: string }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** Makes the one-page design (R77), or says everything that stands against it. Pure; the answers must fit the questions. */
export function design(answers: Answers): Judgement {
  const refusals = QUESTIONS.flatMap((question) => refusalsOf(question, answers[question.key]));
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, markdown: page(answers) };
}

/** What stands against one answer. */
export function refusalsOf(question: Question, answer: Answer): Refusal[] {
  return chosen(question, answer).flatMap(({ id, refusal }) =>
    refusal === undefined ? [] : [{ key: question.key, id, ...refusal }],
  );
}

/** Refusals as lines for a person. */
export function tellRefusals(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ key, id, reason, instead }) => `${key}, "${id}": ${reason}\n  Instead: ${instead}\n`)
    .join('');
}

function chosen({ choices }: Question, { choose }: Answer): Choice[] {
  return choices.filter(({ id }) => choose.includes(id));
}

function page(answers: Answers): string {
  const parts = QUESTIONS.map((question, at) => {
    const answer = answers[question.key];
    const decisions = chosen(question, answer).map((choice) => choice.design);
    const note = answer.note === undefined ? [] : [`Note: ${escaped(answer.note)}`];
    return `## ${at + 1}. ${question.title}\n\n${[decisions.join(' '), ...note].join('\n\n')}\n`;
  });
  const head = `# Design of a task store\n\nTwelve decisions for the tasks extension, protocol revision 2026-07-28.\n`;
  return [head, ...parts].join('\n');
}

/** A person's words, so that they stay words in Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

/** Answers from which a design comes, with a note: to begin a file of one's own with. */
export const EXAMPLE: Answers = {
  eligibility: {
    choose: ['outlives-request', 'waits-for-input'],
    note: 'A report takes minutes and needs approval.',
  },
  capability: { choose: ['refuse'] },
  creation: { choose: ['after-commit'] },
  state: { choose: ['artifact-handle'] },
  methods: { choose: ['core', 'history-own'] },
  input: { choose: ['suspend'] },
  durability: { choose: ['database'] },
  ownership: { choose: ['principal'] },
  cancellation: { choose: ['between-steps'] },
  notification: { choose: ['poll-and-listen'] },
  expiry: { choose: ['ttl-and-retention'] },
  migration: { choose: ['versions'] },
};

/** The example as the text of a file. */
export function exampleText(): string {
  const lines = KEYS.map((key) => `  "${key}": ${JSON.stringify(EXAMPLE[key])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

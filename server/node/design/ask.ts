import { QUESTIONS, refusalsOf, tellRefusals } from './design.ts';
import type { Answer, Answers, Question } from './question.ts';
import { choiceProblem, noteProblem } from './read-answers.ts';

/** Where the questions go and the answers come from, line by line; `line` gives undefined where no more come. */
export interface Dialogue {
  say(text: string): void;
  line(): Promise<string | undefined>;
}

/**
 * Asks the twelve questions, each until it has an answer that a design can be made of: a refused one is told why, with what to do
 * instead, and asked again.
 * @returns undefined where the lines ended before the last answer
 */
export async function ask(dialogue: Dialogue): Promise<Answers | undefined> {
  const answers: Partial<Record<string, Answer>> = {};
  for (const [at, question] of QUESTIONS.entries()) {
    dialogue.say(asked(question, at));
    const answer = await answerTo(question, dialogue);
    if (answer === undefined) return undefined;
    answers[question.key] = answer;
  }
  // Every key was asked.
  return answers as Answers;
}

function asked({ title, question, choices }: Question, at: number): string {
  const offers = choices.map(({ label }, i) => `  ${i + 1}  ${label}\n`).join('');
  return `\n${at + 1} of ${QUESTIONS.length}: ${title}\n${question}\n${offers}`;
}

async function answerTo(question: Question, { say, line }: Dialogue): Promise<Answer | undefined> {
  for (;;) {
    say(
      question.several
        ? 'One or more numbers, as in 1,2 (then a note, if you like): '
        : 'One number (then a note, if you like): ',
    );
    const text = await line();
    if (text === undefined) return undefined;
    const answer = readLine(question, text);
    if (typeof answer === 'string') {
      say(`${answer}\n`);
      continue;
    }
    const refusals = refusalsOf(question, answer);
    if (refusals.length === 0) return answer;
    say(`Refused. ${tellRefusals(refusals)}`);
  }
}

/** An answer from a typed line: numbers with commas between, then words. A string is what is wrong with it. */
function readLine(question: Question, text: string): Answer | string {
  const match = /^\s*(\d+(?:\s*,\s*\d+)*)(?:\s+(\S.*?))?\s*$/su.exec(text);
  if (match === null) return `Please begin with a number from 1 to ${question.choices.length}.`;
  const choose: string[] = [];
  for (const digits of (match[1] ?? '').split(',')) {
    const choice = question.choices[Number(digits) - 1];
    if (choice === undefined)
      return `There is no ${digits.trim()}: the choices go from 1 to ${question.choices.length}.`;
    choose.push(choice.id);
  }
  const note = match[2];
  const wrong = choiceProblem(question, choose);
  if (wrong !== undefined) return `This answer ${wrong}.`;
  const bad = note === undefined ? undefined : noteProblem(note);
  if (bad !== undefined) return `The note ${bad}.`;
  return note === undefined ? { choose } : { choose, note };
}

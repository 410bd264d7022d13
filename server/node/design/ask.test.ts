import { expect, test } from 'vitest';
import { ask } from './ask.ts';
import { design, QUESTIONS } from './design.ts';

async function asking(...typed: string[]) {
  const said: string[] = [];
  const answers = await ask({ say: (text) => said.push(text), line: async () => typed.shift() });
  return { answers, said: said.join(''), left: typed };
}

const FIRST = Array.from({ length: 12 }, () => '1');

test('the first choice of each question makes a design', async () => {
  const { answers, said, left } = await asking(...FIRST);
  expect(left).toEqual([]);
  expect(answers && design(answers).ok).toBe(true);
  for (const [at, { title, question, choices }] of QUESTIONS.entries()) {
    expect(said).toContain(`${at + 1} of 12: ${title}\n${question}\n`);
    for (const { label } of choices) expect(said).toContain(label);
  }
});

test('several numbers and a note, in what way soever they are spaced', async () => {
  const { answers } = await asking(' 4 , 1   because it takes 3 hours ', '2 two words', ...FIRST.slice(2));
  expect(answers?.eligibility).toEqual({
    choose: ['waits-for-input', 'outlives-request'],
    note: 'because it takes 3 hours',
  });
  expect(answers?.capability).toEqual({ choose: ['answer-within'], note: 'two words' });
});

test('what is no answer is told, and the question asked again', async () => {
  const odd = ['', 'yes', '0', '99', '1,99', '1,1', '1x'];
  const { answers, said } = await asking(...odd, '1', '1,2', ...FIRST.slice(1));
  expect(answers?.eligibility).toEqual({ choose: ['outlives-request'] });
  expect(said.match(/Please begin with a number from 1 to 6\./g)).toHaveLength(3);
  expect(said.match(/There is no \d+: the choices go from 1 to 6\./g)).toHaveLength(3);
  expect(said).toContain('This answer names a choice twice.');
  expect(said).toContain('This answer takes one choice, not 2.');
});

test('R77: a refused choice is told with what to do instead, and asked again', async () => {
  const { answers, said } = await asking('6', '1,6', ...FIRST);
  expect(answers?.eligibility.choose).toEqual(['outlives-request']);
  expect(
    said.match(/Refused\. eligibility, "fast-lookup": .*\n {2}Instead: Answer within the request/g),
  ).toHaveLength(2);
});

test('lines that end too early make no answers', async () => {
  expect((await asking(...FIRST.slice(1))).answers).toBeUndefined();
  expect((await asking()).answers).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { design, EXAMPLE, exampleText, QUESTIONS } from './design.ts';
import { type Answer, type Answers, KEYS, type Key, LONGEST_NOTE, type Question } from './question.ts';
import { choiceProblem, noteProblem, readAnswers } from './read-answers.ts';

/** What the requirement lists, each by the choice that stands for it. */
const REFUSED: readonly (readonly [mistake: string, key: Key, id: string, instead: RegExp])[] = [
  ['a handle before read visibility', 'creation', 'before-visible', /commit first/i],
  ['a task to an undeclared request', 'capability', 'task-anyway', /-32021/],
  ['removed methods as current', 'methods', 'removed-methods', /tasks\/get/],
  ['a session as the store', 'durability', 'session', /every replica reads/],
  ['a sticky route as the store', 'durability', 'sticky-route', /every replica reads/],
  ['a cancel ack as proof', 'cancellation', 'ack-is-proof', /empty result/],
  ['key reuse', 'input', 'reuse-keys', /new key/],
  ['an answer to whoever knows the id', 'ownership', 'id-is-enough', /every task method/],
  ['an answer that tells a non-owner apart', 'ownership', 'told-apart', /exactly as an unknown/],
  ['a GET stream', 'notification', 'get-stream', /subscriptions\/listen/],
  ['a session stream', 'notification', 'session-stream', /subscriptions\/listen/],
  ['a fast look-up as a task', 'eligibility', 'fast-lookup', /within the request/],
  ['a memory-only production store', 'durability', 'memory-production', /database/],
  ['an unbounded result payload', 'state', 'inline-unbounded', /external artifact handle/],
  ['an unscoped history', 'methods', 'history-all', /its own tasks/],
];

const note = fc.option(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: LONGEST_NOTE })
    .filter((text) => noteProblem(text) === undefined),
  { nil: undefined },
);

/** An answer that fits its question, of all its choices or of the accepted ones alone. */
function answerTo(question: Question, among: 'all' | 'accepted'): fc.Arbitrary<Answer> {
  const ids = question.choices
    .filter(({ refusal }) => among === 'all' || refusal === undefined)
    .map(({ id }) => id);
  const choose = fc
    .subarray(ids, { minLength: 1, maxLength: question.several ? ids.length : 1 })
    .filter((chosen) => choiceProblem(question, chosen) === undefined);
  return fc
    .tuple(choose, note)
    .map(([chosen, words]) => (words === undefined ? { choose: chosen } : { choose: chosen, note: words }));
}

const answersOf = (among: 'all' | 'accepted') =>
  fc.record(
    Object.fromEntries(QUESTIONS.map((question) => [question.key, answerTo(question, among)])),
  ) as unknown as fc.Arbitrary<Answers>;

const put = (answers: Answers, key: Key, id: string): Answers => {
  const several = QUESTIONS.find((question) => question.key === key)?.several === true;
  const others = answers[key].choose.filter((other) => other !== id && other !== 'none');
  return { ...answers, [key]: { choose: several ? [...others, id] : [id] } };
};

describe('the designer', () => {
  test('asks the twelve questions, each with choices that lead on', () => {
    expect(QUESTIONS.map(({ key }) => key)).toEqual(KEYS);
    expect(QUESTIONS).toHaveLength(12);
    for (const { choices } of QUESTIONS) {
      expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
      expect(choices.filter(({ refusal }) => refusal === undefined).length).toBeGreaterThan(0);
    }
  });

  test.each(REFUSED)('R77: refuses %s, says why and what to do instead', (_, key, id, instead) => {
    const judged = design(put(EXAMPLE, key, id));
    expect(judged).toMatchObject({
      ok: false,
      refusals: [{ key, id, instead: expect.stringMatching(instead) }],
    });
    if (!judged.ok) expect(judged.refusals[0]?.reason.length).toBeGreaterThan(40);
  });

  test('refuses these and nothing else', () => {
    const found = QUESTIONS.flatMap(({ key, choices }) =>
      choices.filter(({ refusal }) => refusal !== undefined).map(({ id }) => `${key} ${id}`),
    );
    expect(found.sort()).toEqual(REFUSED.map(([, key, id]) => `${key} ${id}`).sort());
  });

  test('R77: every refused choice is refused, whatever the other answers are', () => {
    fc.assert(
      fc.property(answersOf('all'), fc.constantFrom(...REFUSED), (others, [, key, id]) => {
        const judged = design(put(others, key, id));
        expect(judged.ok).toBe(false);
        if (!judged.ok)
          expect(judged.refusals.map((refusal) => `${refusal.key} ${refusal.id}`)).toContain(`${key} ${id}`);
      }),
    );
  });

  test('R77: every design that is not refused tells all twelve answers, on one page', () => {
    fc.assert(
      fc.property(answersOf('accepted'), (answers) => {
        const judged = design(answers);
        if (!judged.ok) throw new Error('refused');
        for (const [at, { key, title, choices }] of QUESTIONS.entries()) {
          expect(judged.markdown).toContain(`\n## ${at + 1}. ${title}\n`);
          for (const choice of choices)
            if (answers[key].choose.includes(choice.id)) expect(judged.markdown).toContain(choice.design);
        }
        const notes = Object.values(answers).filter((answer) => answer.note !== undefined);
        expect(judged.markdown.match(/^Note: /gm) ?? []).toHaveLength(notes.length);
        expect(judged.markdown.split('\n').length).toBeLessThanOrEqual(80);
        expect(judged.markdown.match(/^#/gm)).toHaveLength(13);
      }),
    );
  });

  test('all that stands against a design is told at once', () => {
    const answers = REFUSED.reduce((sum, [, key, id]) => put(sum, key, id), EXAMPLE);
    const judged = design(answers);
    // One choice a question, but for the two mistakes of the methods.
    expect(judged.ok ? [] : judged.refusals.map(({ key }) => key)).toEqual([
      'eligibility',
      'capability',
      'creation',
      'state',
      'methods',
      'methods',
      'input',
      'durability',
      'ownership',
      'cancellation',
      'notification',
    ]);
  });

  test("a person's words stay words", () => {
    const judged = design({ ...EXAMPLE, expiry: { choose: ['no-limit'], note: '# <b>*now*</b> [x](y)' } });
    expect(judged.ok && judged.markdown).toContain('\nNote: \\# \\<b\\>\\*now\\*\\</b\\> \\[x\\](y)\n');
  });
});

describe('a file of answers', () => {
  test('the example is one, and whatever fits the questions comes back as it was', () => {
    expect(readAnswers(exampleText())).toEqual({ ok: true, answers: EXAMPLE });
    expect(design(EXAMPLE).ok).toBe(true);
    fc.assert(
      fc.property(answersOf('all'), (answers) => {
        expect(readAnswers(JSON.stringify(answers))).toEqual({ ok: true, answers });
      }),
    );
  });

  const withAnswer = (key: string, value: unknown) => JSON.stringify({ ...EXAMPLE, [key]: value });
  const bad: [string, RegExp][] = [
    ['{"a":', /^the file is no JSON: /],
    ['[]', /^the file must be an object with the members eligibility, /],
    [withAnswer('colour', {}), /^colour: there is no such question; there are eligibility, /],
    [withAnswer('__proto__x', 1), /^__proto__x: there is no such question/],
    [withAnswer('expiry', undefined), /^expiry: the answer is missing \(When does a task go\?\)/],
    [withAnswer('expiry', 'no-limit'), /^expiry: must be an object such as /],
    [withAnswer('expiry', null), /^expiry: must be an object such as /],
    [withAnswer('expiry', {}), /^expiry\.choose: must be an array of "ttl-and-retention", "no-limit"/],
    [withAnswer('expiry', { choose: 'no-limit' }), /^expiry\.choose: must be an array/],
    [withAnswer('expiry', { choose: [] }), /^expiry\.choose: is empty/],
    [withAnswer('expiry', { choose: [1] }), /^expiry\.choose: 1 is none of /],
    [withAnswer('expiry', { choose: ['never'] }), /^expiry\.choose: "never" is none of "ttl-and-retention"/],
    [
      withAnswer('expiry', { choose: ['no-limit', 'ttl-and-retention'] }),
      /^expiry\.choose: takes one choice, not 2/,
    ],
    [withAnswer('input', { choose: ['suspend', 'suspend'] }), /^input\.choose: names a choice twice/],
    [withAnswer('input', { choose: ['none', 'suspend'] }), /^input\.choose: "none" goes with no other/],
    [withAnswer('methods', { choose: ['history-own'] }), /^methods\.choose: lacks "core"/],
    [withAnswer('expiry', { choose: ['no-limit'], note: 1 }), /^expiry\.note: must be a string/],
    [withAnswer('expiry', { choose: ['no-limit'], note: ' ' }), /^expiry\.note: is empty/],
    [withAnswer('expiry', { choose: ['no-limit'], note: 'a\nb' }), /^expiry\.note: must be one line/],
    [withAnswer('expiry', { choose: ['no-limit'], note: 'a\u2028b' }), /^expiry\.note: must be one line/],
    [
      withAnswer('expiry', { choose: ['no-limit'], note: 'x'.repeat(201) }),
      /^expiry\.note: has 201 characters/,
    ],
    [withAnswer('expiry', { choose: ['no-limit'], why: '' }), /^expiry\.why: is unknown/],
    [`{"a":${'['.repeat(300)}${']'.repeat(300)}}`, /^the file is no JSON: nested deeper/],
  ];
  test.each(bad.map(([text, complaint]) => [complaint, text] as const))('%s', (complaint, text) => {
    const read = readAnswers(text);
    expect(read).toEqual({ ok: false, problems: [expect.stringMatching(complaint)] });
  });

  test('all that is wrong is told at once, and nothing throws', () => {
    const read = readAnswers('{"expiry": 1, "x": 2}');
    expect(read.ok ? 0 : read.problems.length).toBe(13);
    fc.assert(fc.property(fc.json(), (text) => void readAnswers(text)));
    fc.assert(fc.property(fc.string(), (text) => !readAnswers(text).ok));
  });
});

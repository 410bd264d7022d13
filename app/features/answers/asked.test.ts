import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../engine/index.ts';
import { MOST_QUESTIONS, readRound, retryAnswers } from './asked.ts';

const form = (properties: JsonObject = {}): JsonObject => ({
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema: { type: 'object', properties } },
});

function answersOf(result: JsonObject) {
  const { questions } = readRound(result);
  return retryAnswers(
    result,
    questions,
    questions.map(({ start }) => start),
  );
}

describe('R37: what a retry carries', () => {
  test('requestState is echoed whatever it is, and is absent where there was none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (requestState) => {
        expect(answersOf({ requestState })).toEqual({ ok: true, answers: { requestState } });
      }),
    );
    expect(answersOf({ inputRequests: {} })).toEqual({ ok: true, answers: {} });
    expect(answersOf({ inputRequests: { a: form() } })).toEqual({
      ok: true,
      answers: { inputResponses: { a: { action: 'accept', content: {} } } },
    });
  });

  test('a refused question has no content, and a key named __proto__ is a key', () => {
    const result = JSON.parse(
      `{"inputRequests":{"a":${JSON.stringify(form({ n: { type: 'integer', default: 3 } }))},"__proto__":{"method":"roots/list"}}}`,
    ) as JsonObject;
    const { questions } = readRound(result);
    const [first, second] = questions.map(({ start }) => start);
    if (first === undefined || second === undefined) throw new Error('two questions were asked');
    const text = (action: 'accept' | 'decline' | 'cancel'): string =>
      JSON.stringify(retryAnswers(result, questions, [{ ...first, action }, second]));
    const rest = '"__proto__":{"roots":[]}}}}';
    expect(text('accept')).toBe(
      `{"ok":true,"answers":{"inputResponses":{"a":{"action":"accept","content":{"n":3}},${rest}`,
    );
    expect(text('decline')).toBe(`{"ok":true,"answers":{"inputResponses":{"a":{"action":"decline"},${rest}`);
    expect(text('cancel')).toBe(`{"ok":true,"answers":{"inputResponses":{"a":{"action":"cancel"},${rest}`);
  });

  test('text that is no JSON object holds the call back, and says why', () => {
    const result = { inputRequests: { ask: { method: 'sampling/createMessage', params: {} } } };
    const { questions } = readRound(result);
    const form = { data: {}, mode: 'json', text: '[1' } as const;
    expect(retryAnswers(result, questions, [{ action: 'accept', form }])).toEqual({
      ok: false,
      reason: expect.stringMatching(/^The answer to ask: this is not JSON: line 1/),
    });
  });
});

test('an untouched question without a form agrees to nothing', () => {
  const url = { method: 'elicitation/create', params: { mode: 'url', url: 'https://a.example/' } };
  expect(answersOf({ inputRequests: { url } })).toMatchObject({
    answers: { inputResponses: { url: { action: 'cancel' } } },
  });
});

test('results that break the rules say so, and none of them throws', () => {
  expect(readRound({}).remarks).toEqual([expect.stringContaining('neither')]);
  expect(readRound({ inputRequests: [], requestState: 1 }).remarks).toHaveLength(2);
  const many = Object.fromEntries(Array.from({ length: MOST_QUESTIONS + 7 }, (_, i) => [`k${i}`, null]));
  expect(readRound({ inputRequests: many })).toMatchObject({ left: 7, remarks: [] });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (result) => {
      const asked = result as JsonObject;
      expect(answersOf({ ...asked, inputRequests: asked }).ok).toBe(true);
    }),
  );
});

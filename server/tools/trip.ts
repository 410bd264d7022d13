import { readElicitResult } from '../protocol/inputs.ts';
import { own } from '../protocol/json.ts';
import { ask, cancelled, done, durable, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** Two questions that stand open together: each has a key of its own, and either may be answered first (R45). */
const QUESTIONS = {
  destination: {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Where shall the trip go?',
      requestedSchema: {
        type: 'object',
        properties: {
          city: {
            type: 'string',
            title: 'City',
            oneOf: [
              { const: 'LIS', title: 'Lisbon' },
              { const: 'OSL', title: 'Oslo' },
              { const: 'NAP', title: 'Naples' },
            ],
          },
        },
        required: ['city'],
      },
    },
  },
  dates: {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'When, and for how long?',
      requestedSchema: {
        type: 'object',
        properties: {
          from: { type: 'string', format: 'date', title: 'First day' },
          nights: { type: 'integer', minimum: 1, maximum: 30, default: 3, title: 'Nights' },
        },
        required: ['from', 'nights'],
      },
    },
  },
};

/**
 * Asks two questions at once. An update that answers one leaves the task at input_required with the other alone, and the work
 * goes on only when both are in (R45). Saying no to either gives the trip up (R47).
 */
const work = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'look', state: null, afterMs: 1000, message: 'Looking at what is free.' }),
  steps: {
    look: () => ask(QUESTIONS, 'decide', null, 'Waiting for the place and the dates.'),
    decide: ({ answers }) => {
      const refused = Object.keys(QUESTIONS).find((key) => contentOf(answers[key]) === undefined);
      return refused === undefined
        ? next('book', null, 1500, 'Booking.')
        : cancelled(`The trip was given up: no answer to "${refused}".`);
    },
    book: ({ answers }) => {
      const city = own(contentOf(answers.destination), 'city') ?? null;
      const { from = null, nights = null } = contentOf(answers.dates) ?? {};
      return done(
        text(`Booked ${city}, ${nights} nights from ${from}.`, { city, from, nights }),
        'Trip booked.',
      );
    },
  },
});

function contentOf(answer: unknown) {
  const read = readElicitResult(answer);
  return read?.action === 'accept' ? (read.content ?? {}) : undefined;
}

export const planTrip: Tool = {
  definition: {
    name: 'plan_trip',
    title: 'Plan a trip',
    description:
      'Asks two questions at once. Answer them in one tasks/update or in two: after a partial update the task stays at ' +
      'input_required, with only the question that is still open. Saying no to either ends it as cancelled.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, from: { type: 'string' }, nights: { type: 'integer' } },
      required: ['city', 'from', 'nights'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  asksForms: true,
  work,
};

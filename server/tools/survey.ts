import { readElicitResult } from '../protocol/inputs.ts';
import { ask, cancelled, done, durable } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

const SIZES = [
  { const: 's', title: 'Small' },
  { const: 'm', title: 'Medium' },
  { const: 'l', title: 'Large' },
];
const TOPICS = [
  { const: 'leases', title: 'Leases and epochs' },
  { const: 'ttl', title: 'Time to live' },
  { const: 'push', title: 'Notifications' },
];

/** One field of every kind that the schema of 2026-07-28 allows in a form (core `schema.ts`, PrimitiveSchemaDefinition). */
export const SURVEY_FIELDS = {
  name: {
    type: 'string',
    title: 'Name',
    description: 'Plain text with bounds.',
    minLength: 2,
    maxLength: 40,
  },
  email: { type: 'string', title: 'E-mail', format: 'email' },
  homepage: { type: 'string', title: 'Home page', format: 'uri', default: 'https://example.org/' },
  birthday: { type: 'string', title: 'Birthday', format: 'date' },
  reminder: { type: 'string', title: 'Reminder', format: 'date-time' },
  share: {
    type: 'number',
    title: 'Share',
    description: 'Between 0 and 1.',
    minimum: 0,
    maximum: 1,
    default: 0.5,
  },
  visits: { type: 'integer', title: 'Visits', minimum: 0, maximum: 100, default: 1 },
  newsletter: { type: 'boolean', title: 'Newsletter', default: false },
  colour: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'], default: 'green' },
  size: { type: 'string', title: 'Size', oneOf: SIZES, default: 'm' },
  rating: {
    type: 'string',
    title: 'Rating',
    description: 'Named the old way (enumNames), which a later revision will drop.',
    enum: ['1', '2', '3'],
    enumNames: ['poor', 'fair', 'good'],
    default: '2',
  },
  days: {
    type: 'array',
    title: 'Days',
    minItems: 1,
    maxItems: 2,
    items: { type: 'string', enum: ['Monday', 'Wednesday', 'Friday'] },
    default: ['Monday'],
  },
  topics: {
    type: 'array',
    title: 'Topics',
    maxItems: 3,
    items: { anyOf: TOPICS },
    default: ['leases', 'ttl'],
  },
};

const QUESTION = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'A form with one field of every kind. Only the name is required.',
    requestedSchema: { type: 'object', properties: SURVEY_FIELDS, required: ['name'] },
  },
};

/** Asks at once and answers with what it was told, so that a client sees which of its values arrived, and how. */
const work = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'ask', state: null, afterMs: 500, message: 'Printing the form.' }),
  steps: {
    ask: () => ask({ form: QUESTION }, 'read', null, 'Waiting for the form.'),
    read: ({ answers }) => {
      const answer = readElicitResult(answers.form);
      if (answer?.action !== 'accept') return cancelled('The form was not filled in.');
      const content = answer.content ?? {};
      return done(text(`Received ${Object.keys(content).length} fields.`, content), 'Form received.');
    },
  },
});

export const survey: Tool = {
  definition: {
    name: 'survey',
    title: 'Fill in a survey',
    description:
      'One form with a field of every kind that elicitation has: text with bounds and each format, numbers, yes or no, choices ' +
      'with and without titles, one and several, and defaults. The result is what you sent.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  asksForms: true,
  work,
};

import type { JsonObject } from '../../engine/index.ts';

/** One question of every kind, as `inputRequests` has them: what the specification allows, and what servers send all the same. */
export interface GalleryQuestion {
  readonly key: string;
  /** What it shows, in a few words. */
  readonly shows: string;
  /** The entry of `inputRequests`. */
  readonly request: JsonObject;
}

const form = (message: string, properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, ...(required.length > 0 && { required }) },
  },
});

/** A form with one required field. */
const one = (message: string, field: JsonObject): JsonObject => form(message, { field }, ['field']);

const url = (message: string, address: string): JsonObject => ({
  method: 'elicitation/create',
  params: { mode: 'url', message, url: address },
});

export const GALLERY: readonly GalleryQuestion[] = [
  {
    key: 'text',
    shows: 'text with bounds',
    request: one('What is it called?', { type: 'string', title: 'Name', minLength: 2, maxLength: 12 }),
  },
  {
    key: 'email',
    shows: 'an e-mail address',
    request: one('Where do you read mail?', { type: 'string', title: 'Mail', format: 'email' }),
  },
  {
    key: 'uri',
    shows: 'a URI',
    request: one('Where is it?', { type: 'string', title: 'Place', format: 'uri' }),
  },
  {
    key: 'date',
    shows: 'a date',
    request: one('On which day?', { type: 'string', title: 'Day', format: 'date' }),
  },
  {
    key: 'date-time',
    shows: 'a date and time, sent with its zone',
    request: one('When exactly?', { type: 'string', title: 'Moment', format: 'date-time' }),
  },
  {
    key: 'number',
    shows: 'a number with bounds',
    request: one('Which share?', { type: 'number', title: 'Share', minimum: 0, maximum: 1 }),
  },
  {
    key: 'integer',
    shows: 'a whole number, never clamped',
    request: one('How many?', { type: 'integer', title: 'Count', minimum: 1, maximum: 30 }),
  },
  {
    key: 'boolean',
    shows: 'yes or no, unset until chosen',
    request: one('Is it right?', { type: 'boolean', title: 'Right' }),
  },
  {
    key: 'enum',
    shows: 'one of several',
    request: one('Which colour?', { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] }),
  },
  {
    key: 'titled',
    shows: 'one of several with titles (oneOf)',
    request: one('Which size?', {
      type: 'string',
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    }),
  },
  {
    key: 'enum-names',
    shows: 'one of several, named the old way (enumNames)',
    request: one('How was it?', {
      type: 'string',
      title: 'Rating',
      enum: ['1', '2', '3'],
      enumNames: ['poor', 'fair', 'good'],
    }),
  },
  {
    key: 'several',
    shows: 'some of several, with bounds',
    request: one('On which days?', {
      type: 'array',
      title: 'Days',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: ['Monday', 'Wednesday', 'Friday'] },
    }),
  },
  {
    key: 'several-titled',
    shows: 'some of several with titles (anyOf)',
    request: one('About what?', {
      type: 'array',
      title: 'Topics',
      items: {
        anyOf: [
          { const: 'ttl', title: 'Time to live' },
          { const: 'push', title: 'Notifications' },
        ],
      },
    }),
  },
  {
    key: 'defaults',
    shows: 'defaults of the server, and an optional field that can be cleared',
    request: form('Shall it be as proposed?', {
      city: { type: 'string', title: 'City', default: 'Lisbon' },
      nights: { type: 'integer', title: 'Nights', default: 3 },
      breakfast: { type: 'boolean', title: 'Breakfast', default: true },
      note: { type: 'string', title: 'Note' },
    }),
  },
  {
    key: 'beyond',
    shows: 'a schema beyond the allowed subset: drawn as far as it goes, the rest as JSON',
    request: form(
      'Where shall it be sent?',
      {
        code: { type: 'string', title: 'Code', pattern: '^[A-Z]{2}$' },
        address: {
          type: 'object',
          title: 'Address',
          properties: { street: { type: 'string', title: 'Street' } },
        },
        extra: { title: 'Extra', anyOf: [{ type: 'string' }, { type: 'object' }] },
      },
      ['code'],
    ),
  },
  {
    key: 'too-deep',
    shows: 'a schema that is refused, with the reason; answered as JSON',
    request: one('How deep?', deep(70)),
  },
  {
    key: 'address',
    shows: 'an address to open',
    request: url('Connect your account.', 'https://accounts.example/connect?to=taskscope'),
  },
  {
    key: 'odd-address',
    shows: 'an address that pretends to be another one',
    request: url('Sign in, please.', 'https://good.example@\u0430pple.example/'),
  },
  {
    key: 'sampling',
    shows: 'sampling, answered by hand',
    request: {
      method: 'sampling/createMessage',
      params: {
        systemPrompt: 'Be brief.',
        messages: [{ role: 'user', content: { type: 'text', text: 'Name a town.' } }],
        maxTokens: 20,
      },
    },
  },
  { key: 'roots', shows: 'roots', request: { method: 'roots/list', params: {} } },
  {
    key: 'unknown',
    shows: 'a method that the protocol does not allow here',
    request: { method: 'tools/choose', params: { of: 2 } },
  },
];

/** A schema that nests deeper than forms go. */
function deep(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let i = 0; i < levels; i += 1) schema = { type: 'object', properties: { in: schema } };
  return schema;
}

import { readElicitResult } from '../protocol/inputs.ts';
import { ownString } from '../protocol/json.ts';
import { ask, cancelled, done, durable } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

const QUESTION = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Who shall be greeted?',
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name', minLength: 1, maxLength: 60 } },
      required: ['name'],
    },
  },
};

/**
 * The smallest task that asks (R87). Asking suspends it: no worker, timer or memory waits, nothing is replayed, and `greet` runs
 * once, in whatever process, when the answer is in (R82).
 */
const work = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'ask', state: null, afterMs: 500, message: 'Looking for somebody to greet.' }),
  steps: {
    ask: () => ask({ name: QUESTION }, 'greet', null, 'Waiting for a name.'),
    greet: ({ answers }) => {
      const answer = readElicitResult(answers.name);
      const name = answer?.action === 'accept' ? ownString(answer.content, 'name') : undefined;
      return name === undefined ? cancelled('Nobody was named.') : done(text(`Hello, ${name}!`), 'Greeted.');
    },
  },
});

export const toolWithElicitation: Tool = {
  definition: {
    name: 'tool_with_elicitation',
    title: 'Greet somebody',
    description:
      'The smallest task that asks: one text field, one answer, one greeting. While it waits nothing runs for it, so the answer ' +
      'may come days later, or after a restart.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  asksForms: true,
  work,
};

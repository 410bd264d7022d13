import { ask, cancelled, done, durable, next, paced } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

const properties = { sure: { type: 'boolean', title: 'Really' } };
const params = { message: 'Tidy up?', requestedSchema: { type: 'object', properties, required: ['sure'] } };

const work = durable<{ readonly left: number }>({
  version: 1,
  onCancel: 'between-steps',
  begin: ({ rooms = 3 }) => ({ step: 'ask', state: { left: Number(rooms) }, afterMs: 0, message: 'Begun.' }),
  steps: {
    ask: ({ state }) => ask({ sure: { method: 'elicitation/create', params } }, 'tidy', state, 'Waiting.'),
    tidy: ({ state: { left }, answers, cancelRequested }) => {
      if (cancelRequested || answers.sure?.action !== 'accept') return cancelled('Left as it was.');
      if (left === 0) return done(text('All tidy.'));
      return paced(next('tidy', { left: left - 1 }, 500, `${left} to go.`), { pollIntervalMs: 500 });
    },
  },
});

const rooms = { type: 'integer', minimum: 1, maximum: 9, default: 3 };
const inputSchema = { type: 'object', properties: { rooms }, additionalProperties: false };
const definition = { name: 'tidy_up', title: 'Tidy up', description: 'Tidies some rooms.', inputSchema };
export const tidyUp: Tool = { definition, taskSupport: 'required', work };

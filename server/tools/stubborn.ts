import { done, durable, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** Parts of the work, a second each. */
const PARTS = 6;

type State = { readonly part: number };

/** Never looks whether somebody wants it to stop. The cancel is acknowledged and on record; the work finishes (R49). */
const work = durable<State>({
  version: 1,
  onCancel: 'ignore',
  begin: () => ({ step: 'on', state: { part: 1 }, afterMs: 1000, message: 'Begun, and not to be stopped.' }),
  steps: {
    on: ({ state: { part } }) =>
      part >= PARTS
        ? done(text('Finished, whatever was asked meanwhile.'), 'Finished.')
        : next('on', { part: part + 1 }, 1000, `Did ${part} of ${PARTS} parts.`),
  },
});

export const stubbornJob: Tool = {
  definition: {
    name: 'stubborn_job',
    title: 'Run a stubborn job',
    description:
      'Ignores cancels: tasks/cancel is acknowledged, the task goes on working for its six seconds and completes. The ' +
      'acknowledgement never promised more. Compare slow_to_stop and photo_finish.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

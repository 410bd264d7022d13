import { cancelled, done, durable, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** Parts of the work, a second each. */
const PARTS = 8;

type State = { readonly part: number };

/** Stops, but later: it sees the cancel between two steps, and then has to put things away first (R49). */
const work = durable<State>({
  version: 1,
  onCancel: 'between-steps',
  begin: () => ({ step: 'on', state: { part: 1 }, afterMs: 1000, message: 'Unpacking.' }),
  steps: {
    on: ({ state: { part }, cancelRequested }) => {
      if (cancelRequested) return next('tidy', { part }, 2000, 'Stopping: putting things away.');
      return part >= PARTS
        ? done(text('Done; nobody stopped it.'), 'Done.')
        : next('on', { part: part + 1 }, 1000, `Did ${part} of ${PARTS} parts.`);
    },
    tidy: ({ state: { part } }) => cancelled(`Stopped after ${part} of ${PARTS} parts, and tidied up.`),
  },
});

export const slowToStop: Tool = {
  definition: {
    name: 'slow_to_stop',
    title: 'Run a job that is slow to stop',
    description:
      'Runs for eight seconds. A cancel is acknowledged at once, but the task stays working until the step at hand is over and ' +
      'things are put away, two to three seconds later. Then it is cancelled.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

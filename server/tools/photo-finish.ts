import { done, durable, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** Parts of the work, a second each. */
const PARTS = 8;

type State = { readonly part: number };

/**
 * The race that completion wins (R56): whenever the cancel comes, the result turns out to be there already when the work next
 * looks. The task is `completed`, and stays so; a client that took the acknowledgement for an end would be wrong (R51).
 */
const work = durable<State>({
  version: 1,
  onCancel: 'between-steps',
  begin: () => ({ step: 'run', state: { part: 1 }, afterMs: 1000, message: 'Running for the line.' }),
  steps: {
    run: ({ state: { part }, cancelRequested }) => {
      if (cancelRequested) return done(text('Over the line just before the cancel.'), 'Finished first.');
      return part >= PARTS
        ? done(text('Over the line; nobody cancelled.'), 'Finished.')
        : next('run', { part: part + 1 }, 1000, `Ran ${part} of ${PARTS} laps.`);
    },
  },
});

export const photoFinish: Tool = {
  definition: {
    name: 'photo_finish',
    title: 'Run a photo finish',
    description:
      'Runs for eight seconds. Cancel it, and it completes within a second: the work was done just before the cancel could take ' +
      'effect. Completion wins, and the result stays the truth.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

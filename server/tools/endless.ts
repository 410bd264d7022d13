import { durable, next } from '../tasks/durable.ts';
import type { Tool } from '../tasks/tool.ts';

/** From creation, ms. Longer than the ten seconds after which a client may lose patience by itself (R87). */
export const ENDLESS_TTL_MS = 30_000;

type State = { readonly round: number };

/**
 * Work that never ends by itself (R81, R87). Its TTL does end it: once that has passed the server fails the task, and purges it
 * after the retention. A client that has a limit of its own cancels earlier.
 */
const work = durable<State>({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({
    step: 'on',
    state: { round: 1 },
    afterMs: 2000,
    message: 'Begun, with no end in sight.',
    pace: { ttlMs: ENDLESS_TTL_MS },
  }),
  steps: {
    on: ({ state: { round } }) => next('on', { round: round + 1 }, 2000, `Went round ${round} times.`),
  },
});

export const endlessTool: Tool = {
  definition: {
    name: 'endless_tool',
    title: 'Work without end',
    description:
      'Never ends by itself. It is made with a ttlMs of 30 seconds; after those the server fails it, and later removes it. Cancel ' +
      'it earlier if you have had enough: it stops at once.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

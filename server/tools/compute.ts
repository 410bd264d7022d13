import { missingTasksExtension } from '../protocol/codes.ts';
import type { JsonObject } from '../protocol/json.ts';
import { done, durable, next } from '../tasks/durable.ts';
import { type ToolResult, text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** The longest real time that a synchronous call may take, ms. What needs longer can only be served as a task. */
const LONGEST_CALL = 10_000;
/** Progress is told in at most this many parts. */
const MOST_PARTS = 10;

type State = {
  readonly seconds: number;
  readonly label: string;
  readonly part: number;
  readonly parts: number;
};

const work = durable<State>({
  version: 1,
  onCancel: 'at-once',
  begin: (args) => {
    const { seconds, label } = read(args);
    const parts = partsOf(seconds);
    return {
      step: 'compute',
      state: { seconds, label, part: 1, parts },
      afterMs: (seconds * 1000) / parts,
      message: `Computing ${label}.`,
    };
  },
  steps: {
    compute: ({ state }) => {
      const { seconds, label, part, parts } = state;
      if (part >= parts) return done(result(seconds, label), `Computed ${label}.`);
      const message = `Computed ${part} of ${parts} parts.`;
      return next('compute', { ...state, part: part + 1 }, (seconds * 1000) / parts, message);
    },
  },
});

/**
 * Work of a chosen length. A request that declared the extension gets a task; another one waits for its answer, up to ten
 * seconds of real time, and is told of the progress on its own response where it gave a token. Longer than that the tool cannot serve it without a task, and says so with -32021.
 */
export const slowCompute: Tool = {
  definition: {
    name: 'slow_compute',
    title: 'Compute slowly',
    description:
      'Takes the given number of seconds. A task where the tasks extension is declared; otherwise it answers within the request, ' +
      'up to ten seconds.',
    inputSchema: {
      type: 'object',
      properties: {
        seconds: { type: 'number', minimum: 0, maximum: 3600, default: 5, title: 'Seconds' },
        label: { type: 'string', maxLength: 200, default: 'a number', title: 'What to compute' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'optional',
  work,
  call: async (args, context) => {
    const { seconds, label } = read(args);
    if ((seconds * 1000) / context.speed > LONGEST_CALL) throw missingTasksExtension();
    const parts = partsOf(seconds);
    context.log('info', { computing: label, seconds }, 'slow_compute');
    for (let part = 1; part <= parts; part += 1) {
      await context.wait((seconds * 1000) / parts);
      context.progress(part, parts, `Computed ${part} of ${parts} parts.`);
    }
    return result(seconds, label);
  },
};

function read(args: JsonObject): { seconds: number; label: string } {
  return {
    seconds: typeof args.seconds === 'number' ? args.seconds : 5,
    label: typeof args.label === 'string' ? args.label : 'a number',
  };
}

function partsOf(seconds: number): number {
  return Math.min(MOST_PARTS, Math.max(1, Math.ceil(seconds)));
}

function result(seconds: number, label: string): ToolResult {
  return text(`Computed ${label} in ${seconds} s.`);
}

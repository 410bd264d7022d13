import { readElicitResult } from '../protocol/inputs.ts';
import { own } from '../protocol/json.ts';
import { ask, cancelled, done, durable, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** The question of R39. */
const APPROVAL = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Approve the generated report outline?',
    requestedSchema: {
      type: 'object',
      properties: { approved: { type: 'boolean', title: 'Approve the outline' } },
      required: ['approved'],
    },
  },
};

type State = { readonly size: string };

/**
 * The demo's story in six steps: it outlines for four seconds, asks, and writes for two (at speed 1). Decline, cancel, and
 * accepting with `approved: false` all mean no, and end the task as cancelled (R47).
 */
const work = durable<State>({
  version: 1,
  onCancel: 'at-once',
  begin: ({ size }) => ({
    step: 'outline',
    state: { size: typeof size === 'string' ? size : 'medium' },
    afterMs: 1500,
    message: 'Preparing report outline.',
  }),
  steps: {
    outline: ({ state }) => next('refine', state, 1500, 'Outlined 2 of 4 sections.'),
    refine: ({ state }) => next('submit', state, 1000, 'Outlined 4 of 4 sections.'),
    submit: ({ state }) =>
      ask({ approve_outline: APPROVAL }, 'decide', state, 'Waiting for approval of the outline.'),
    decide: ({ state, answers }) => {
      const answer = readElicitResult(answers.approve_outline);
      const approved = answer?.action === 'accept' && own(answer.content, 'approved') === true;
      return approved
        ? next('write', state, 1000, 'Outline approved. Writing section 1 of 4.')
        : cancelled('User did not approve the outline.');
    },
    write: ({ state }) => next('finish', state, 1000, 'Writing section 3 of 4.'),
    finish: ({ state: { size } }) => {
      const report = text(`Generated ${size} report with approved outline.`, { size, approved: true });
      return done(report, 'Report finished.');
    },
  },
});

/** A report that needs a person's approval: the work outlives the request and pauses for input, so it is always a task (R9, R80). */
export const generateReport: Tool = {
  definition: {
    name: 'generate_report',
    title: 'Generate a report',
    description:
      'Outlines a report, waits for approval of the outline, then writes it. Always a task: declare the tasks extension. ' +
      'Declining, cancelling or not approving ends it as cancelled.',
    inputSchema: {
      type: 'object',
      properties: {
        size: {
          type: 'string',
          enum: ['small', 'medium', 'large'],
          default: 'medium',
          title: 'Size of the report',
        },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { size: { type: 'string' }, approved: { type: 'boolean' } },
      required: ['size', 'approved'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  asksForms: true,
  work,
};

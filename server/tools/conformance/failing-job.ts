import { done, durable } from '../../tasks/durable.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition, toolError } from './plain-tool.ts';

/** The tool's own failure: the task is completed, with `isError: true` (R67). */
export const failingJob: Tool = {
  definition: definition(
    'failing_job',
    'Works for a second and fails as a tool does: completed, with isError.',
  ),
  taskSupport: 'required',
  work: durable({
    version: 1,
    onCancel: 'at-once',
    begin: () => ({ step: 'fail', state: null, afterMs: 1000, message: 'About to fail.' }),
    steps: { fail: () => done(toolError('The job failed on purpose.'), 'Failed as a tool does.') },
  }),
};

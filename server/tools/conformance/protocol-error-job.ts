import { CODES } from '../../protocol/codes.ts';
import { durable, fail } from '../../tasks/durable.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition } from './plain-tool.ts';

/** A JSON-RPC error in the deferred work: the task is failed, with that error (R68). */
export const protocolErrorJob: Tool = {
  definition: definition('protocol_error_job', 'Ends failed, with a JSON-RPC error.'),
  taskSupport: 'required',
  work: durable({
    version: 1,
    onCancel: 'at-once',
    begin: () => ({ step: 'fail', state: null, afterMs: 100, message: 'About to fail.' }),
    steps: {
      fail: () =>
        fail({ code: CODES.internal, message: 'The job broke on purpose' }, 'The work broke on purpose.'),
    },
  }),
};

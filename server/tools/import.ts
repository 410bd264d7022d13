import { CODES } from '../protocol/codes.ts';
import { durable, fail, next } from '../tasks/durable.ts';
import type { Tool } from '../tasks/tool.ts';

/**
 * Ends in a JSON-RPC error: the request as such could not be served, so the task is `failed`, and the error that its own response
 * would have been is inlined (R68). Compare `lint_document`, whose trouble is a result.
 */
const work = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'read', state: null, afterMs: 1000, message: 'Connecting to the source.' }),
  steps: {
    read: () => next('lose', null, 1500, 'Imported 40 of 100 records.'),
    lose: () =>
      fail(
        {
          code: CODES.internal,
          message: 'The source closed the connection',
          data: { imported: 40, of: 100 },
        },
        'Import failed after 40 of 100 records: the source closed the connection.',
      ),
  },
});

export const flakyImport: Tool = {
  definition: {
    name: 'flaky_import',
    title: 'Import from a flaky source',
    description:
      'Fails on purpose: its work ends in a JSON-RPC error, so the task ends as failed, with that error and a status message. ' +
      'Compare lint_document, which completes with isError.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

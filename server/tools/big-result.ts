import { done, durable, next } from '../tasks/durable.ts';
import type { Tool } from '../tasks/tool.ts';
import { ARTIFACT_BYTES, artifactUri } from './artifact.ts';

/**
 * Makes something big and returns a handle to it: a resource link with its type and size (R77: no unbounded result payload). The
 * row, each `tasks/get` and each notification stay small; who wants the bytes asks for them with `resources/read`.
 */
const work = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'render', state: null, afterMs: 1500, message: 'Rendering 10 MB.' }),
  steps: {
    render: () => next('keep', null, 1500, 'Putting the artifact where it can be fetched.'),
    keep: ({ taskId }) => {
      const artifact = { uri: artifactUri(taskId), mimeType: 'text/csv', size: ARTIFACT_BYTES };
      return done(
        {
          content: [
            {
              type: 'text',
              text: `Rendered ${ARTIFACT_BYTES} bytes. The result names them and does not carry them.`,
            },
            { type: 'resource_link', name: 'measurements.csv', title: 'All measurements', ...artifact },
          ],
          structuredContent: { artifact },
          isError: false,
        },
        'Artifact ready.',
      );
    },
  },
});

export const bigResult: Tool = {
  definition: {
    name: 'big_result',
    title: 'Make something big',
    description:
      'Makes ten megabytes and returns a handle to them: a resource link with type and size, not the bytes; read them with resources/read. A result is sent with ' +
      'every tasks/get of a completed task, so it should stay small.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: {
        artifact: {
          type: 'object',
          properties: { uri: { type: 'string' }, mimeType: { type: 'string' }, size: { type: 'integer' } },
          required: ['uri', 'mimeType', 'size'],
        },
      },
      required: ['artifact'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

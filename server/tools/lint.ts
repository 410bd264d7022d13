import { done, durable } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

const SAMPLE = 'A task is is durable.\nIts handle names state. ';

type State = { readonly document: string };

/**
 * Reports trouble as a tool does, with `isError: true`. That is a result all the same: the request was served, so the task is
 * `completed` (R67). Only a JSON-RPC error makes a task fail; compare `flaky_import`.
 */
const work = durable<State>({
  version: 1,
  onCancel: 'at-once',
  begin: ({ document }) => ({
    step: 'read',
    state: { document: typeof document === 'string' ? document : SAMPLE },
    afterMs: 2000,
    message: 'Reading the document.',
  }),
  steps: {
    read: ({ state }) => {
      const problems = lint(state.document);
      const said = problems.length === 0 ? 'No problems found.' : problems.join('\n');
      const result = { ...text(said, { problems }), isError: problems.length > 0 };
      return done(result, `Read the document: ${problems.length} problems.`);
    },
  },
});

/** What is wrong with a document, one sentence for each line and fault. */
export function lint(document: string): string[] {
  return document.split('\n').flatMap((line, at) => {
    const where = `Line ${at + 1}`;
    const twice = /\b(\w+) \1\b/i.exec(line)?.[1];
    return [
      ...(line.trimEnd() === line ? [] : [`${where} ends in white space.`]),
      ...(twice === undefined ? [] : [`${where} says "${twice}" twice.`]),
      ...(line.length <= 100 ? [] : [`${where} is longer than 100 characters.`]),
    ];
  });
}

export const lintDocument: Tool = {
  definition: {
    name: 'lint_document',
    title: 'Check a document',
    description:
      'Looks for doubled words, white space at line ends and long lines. Where it finds some, the result says isError: true; the ' +
      'task is completed all the same. Only a JSON-RPC error makes a task fail (see flaky_import).',
    inputSchema: {
      type: 'object',
      properties: {
        document: { type: 'string', title: 'Document', maxLength: 10_000, default: SAMPLE },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};

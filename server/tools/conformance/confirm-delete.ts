import { readElicitResult } from '../../protocol/inputs.ts';
import { own, ownString } from '../../protocol/json.ts';
import { ask, cancelled, done, durable } from '../../tasks/durable.ts';
import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition } from './plain-tool.ts';
import { question } from './question.ts';

/** A running task that asks one question. Saying no ends it as cancelled. */
export const confirmDelete: Tool = {
  definition: definition('confirm_delete', 'Asks before it pretends to delete.', {
    filename: { type: 'string' },
  }),
  taskSupport: 'required',
  asksForms: true,
  work: durable<{ filename: string }>({
    version: 1,
    onCancel: 'at-once',
    begin: (args) => {
      const filename = ownString(args, 'filename') ?? 'a file';
      return { step: 'ask', state: { filename }, afterMs: 0, message: `Looking at ${filename}.` };
    },
    steps: {
      ask: ({ state }) =>
        ask(
          { confirm: question(`Delete ${state.filename}?`, 'confirm', 'boolean') },
          'delete',
          state,
          'Waiting for a yes.',
        ),
      delete: ({ state: { filename }, answers }) => {
        const answer = readElicitResult(answers.confirm);
        return answer?.action === 'accept' && own(answer.content, 'confirm') === true
          ? done(text(`Deleted ${filename}, so to say.`), 'Done.')
          : cancelled('Not confirmed.');
      },
    },
  }),
};

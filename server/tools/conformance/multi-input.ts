import { ask, done, durable } from '../../tasks/durable.ts';
import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition } from './plain-tool.ts';
import { question } from './question.ts';

/** A running task with two questions open at once; it goes on when both are answered (R45). */
export const multiInput: Tool = {
  definition: definition('multi_input', 'Asks two questions at once.'),
  taskSupport: 'required',
  asksForms: true,
  work: durable({
    version: 1,
    onCancel: 'at-once',
    begin: () => ({ step: 'ask', state: null, afterMs: 0, message: 'About to ask.' }),
    steps: {
      ask: ({ state }) =>
        ask(
          {
            first: question('What is it called?', 'name'),
            second: question('Is that right?', 'confirm', 'boolean'),
          },
          'finish',
          state,
          'Waiting for two answers.',
        ),
      finish: ({ answers }) => done(text(`Both answered: ${JSON.stringify(answers)}`), 'Done.'),
    },
  }),
};

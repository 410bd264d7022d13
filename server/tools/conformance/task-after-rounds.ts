import { readElicitResult } from '../../protocol/inputs.ts';
import { ownString } from '../../protocol/json.ts';
import { done, durable } from '../../tasks/durable.ts';
import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition } from './plain-tool.ts';
import { question } from './question.ts';

/** Asks on the call itself, then becomes a task whose result has the answer (R37). */
export const taskAfterRounds: Tool = {
  definition: definition('test_tool_with_task', 'Asks for a name, then greets as a task.'),
  taskSupport: 'required',
  before: async (_args, context) => {
    const { user_name } = await context.ask({ user_name: question('What is your name?', 'name') });
    return { name: ownString(readElicitResult(user_name)?.content, 'name') ?? 'nobody' };
  },
  work: durable<{ name: string }>({
    version: 1,
    onCancel: 'at-once',
    begin: (args) => ({
      step: 'greet',
      state: { name: ownString(args, 'name') ?? 'nobody' },
      afterMs: 100,
      message: 'About to greet.',
    }),
    steps: { greet: ({ state }) => done(text(`Hello, ${state.name}!`), 'Greeted.') },
  }),
};

import { type Prompt, say } from '../tasks/prompt.ts';

/** A prompt whose second argument is optional, and which links the lesson instead of repeating it. */
export const planDurableTool: Prompt = {
  definition: {
    name: 'plan_durable_tool',
    title: 'Plan a durable tool',
    description: 'Asks for the steps, questions and end of a tool whose work outlives its request.',
    arguments: [
      { name: 'work', title: 'Work', description: 'What the tool does, in a sentence.', required: true },
      {
        name: 'question',
        title: 'Question',
        description: 'What it has to ask a person on the way, if anything.',
      },
    ],
  },
  get: ({ work = '', question }) => ({
    description: 'A plan for a durable tool',
    messages: [
      {
        role: 'user',
        content: {
          type: 'resource_link',
          uri: 'taskscope://lesson/durable-work',
          name: 'durable-work',
          title: 'Durable work on a stateless core',
          mimeType: 'text/markdown',
        },
      },
      say(
        [
          `Plan a tool that does this as a task: ${work}`,
          ...(question === undefined ? [] : [`On the way it has to ask a person: ${question}`]),
          'Name its steps. Say for each what is stored when it ends, whether it may safely run twice, and what a cancel does to it.',
          'Say what the result is, and what counts as a tool error as opposed to a protocol error.',
        ].join('\n'),
      ),
    ],
  }),
};

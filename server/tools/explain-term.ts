import { CODES, RpcError } from '../protocol/codes.ts';
import { type Prompt, say } from '../tasks/prompt.ts';
import { meaningOf, TERMS } from './glossary.ts';

/** A prompt with one argument that can be completed. */
export const explainTerm: Prompt = {
  definition: {
    name: 'explain_term',
    title: 'Explain a term',
    description: 'Asks for an explanation of a term of durable work, with an example.',
    arguments: [{ name: 'term', title: 'Term', description: 'A word of the glossary.', required: true }],
  },
  complete: () => TERMS,
  get: ({ term = '' }) => {
    const meaning = meaningOf(term);
    if (meaning === undefined)
      throw new RpcError(
        CODES.invalidParams,
        `There is no "${term}" in the glossary: try ${TERMS.join(', ')}`,
      );
    return {
      description: `What "${term}" means`,
      messages: [
        say(
          `In the Model Context Protocol's tasks, "${term}" means this: ${meaning}\n\n` +
            'Explain it to a developer who knows web services but not this protocol. Give one example, and one mistake that it prevents.',
        ),
      ],
    };
  },
};

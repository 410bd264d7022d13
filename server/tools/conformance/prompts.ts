import { readElicitResult } from '../../protocol/inputs.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { type Prompt, type PromptArgument, say } from '../../tasks/prompt.ts';
import { question } from './question.ts';
import { PIXEL_PNG } from './samples.ts';

const needed = (name: string): PromptArgument => ({
  name,
  description: `The ${name} of a test`,
  required: true,
});
const user = (content: JsonObject) => ({ role: 'user', content });

function prompt(
  name: string,
  description: string,
  args: readonly PromptArgument[],
  get: Prompt['get'],
  complete?: Prompt['complete'],
): Prompt {
  const definition = { name, title: name, description, arguments: args };
  return { definition, get, ...(complete === undefined ? {} : { complete }) };
}

/** Prompts for each kind of content, one with arguments and completion, and one that asks first. */
export const testPrompts: readonly Prompt[] = [
  prompt('test_simple_prompt', 'One message.', [], () => ({
    messages: [say('Say anything.')],
  })),
  prompt(
    'test_prompt_with_arguments',
    'Repeats its two arguments.',
    [needed('arg1'), needed('arg2')],
    ({ arg1, arg2 }) => ({
      messages: [say(`The arguments are ${arg1} and ${arg2}.`)],
    }),
    () => ['test-one', 'test-two', 'other'],
  ),
  prompt(
    'test_prompt_with_embedded_resource',
    'Embeds a resource.',
    [needed('resourceUri')],
    ({ resourceUri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'A resource inside a prompt.' },
        }),
        say('Read the resource above.'),
      ],
    }),
  ),
  prompt('test_prompt_with_image', 'Embeds an image.', [], () => ({
    messages: [
      user({ type: 'image', data: PIXEL_PNG, mimeType: 'image/png' }),
      say('Describe the image above.'),
    ],
  })),
  prompt('test_input_required_result_prompt', 'Asks before it answers.', [], async (_args, context) => {
    const asked = { user_context: question('In which context?', 'context') };
    const { user_context } = await context.ask(asked);
    return { messages: [say(`Context: ${JSON.stringify(readElicitResult(user_context)?.content)}`)] };
  }),
];

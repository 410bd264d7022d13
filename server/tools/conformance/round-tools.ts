import type { InputRequests } from '../../protocol/inputs.ts';
import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { plainTool } from './plain-tool.ts';
import { question, ROOTS, sampling } from './question.ts';

const NAME = question('What is your name?', 'name');
const CONFIRM = question('Please confirm', 'ok', 'boolean');

/** A tool that asks once, and says what it was told. */
function asking(name: string, description: string, requests: InputRequests, answer = 'You said'): Tool {
  return plainTool(`test_input_required_result_${name}`, description, async (_args, context) =>
    text(`${answer}: ${JSON.stringify(await context.ask(requests))}`),
  );
}

/** Tools that ask before they answer, in one round or two (core `basic/patterns/mrtr`). */
export const roundTools: readonly Tool[] = [
  plainTool(
    'test_input_required_result_elicitation',
    'Asks for a name and greets.',
    async (_args, context) => {
      const { user_name } = await context.ask({ user_name: NAME });
      return text(`Hello, ${JSON.stringify(user_name?.content)}!`);
    },
  ),
  asking('sampling', "Asks the client's model.", {
    capital_question: sampling('What is the capital of France?'),
  }),
  asking('list_roots', "Asks for the client's roots.", { client_roots: ROOTS }),
  asking('request_state', 'Asks, and checks the state that comes back.', { confirm: CONFIRM }, 'state-ok'),
  asking('multiple_inputs', 'Asks three kinds of questions at once.', {
    user_name: NAME,
    greeting: sampling('Generate a greeting'),
    client_roots: ROOTS,
  }),
  asking('tampered_state', 'Refuses a state that was changed.', { confirm: CONFIRM }),
  plainTool(
    'test_input_required_result_multi_round',
    'Asks twice, one after the other.',
    async (_args, context) => {
      const { step1 } = await context.ask({ step1: question('Step 1: What is your name?', 'name') });
      const { step2 } = await context.ask({
        step2: question('Step 2: What is your favorite color?', 'color'),
      });
      return text(`Both steps: ${JSON.stringify([step1?.content, step2?.content])}`);
    },
  ),
  plainTool(
    'test_streaming_elicitation',
    'Asks on its own response, not by a request of the server.',
    async (_args, context) => {
      context.progress(1, 2);
      return text(JSON.stringify(await context.ask({ user_name: NAME })));
    },
  ),
];

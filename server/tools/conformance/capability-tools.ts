import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { plainTool } from './plain-tool.ts';
import { question, ROOTS, sampling } from './question.ts';

/** Tools that depend on what the client declared: one cannot do without sampling, the other asks whatever it may. */
export const capabilityTools: readonly Tool[] = [
  plainTool(
    'test_missing_capability',
    'Needs sampling; without it the call is refused.',
    async (_args, context) => text(JSON.stringify(await context.ask({ thought: sampling('Say anything.') }))),
  ),
  plainTool(
    'test_input_required_result_capabilities',
    'Asks only what the client declared that it can answer.',
    async (_args, context) => {
      const all = Object.entries({
        user_name: question('What is your name?', 'name'),
        thought: sampling('Say anything.'),
        client_roots: ROOTS,
      });
      const allowed = all.filter(([, request]) => context.canAnswer(request));
      return text(JSON.stringify(await context.ask(Object.fromEntries(allowed))));
    },
  ),
];

import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { plainTool } from './plain-tool.ts';

/** Hooks by which the suite sees that listeners are told. The lists stay as they are: a hint may always come for nothing. */
export const listChangeTools: readonly Tool[] = [
  plainTool(
    'test_trigger_tool_change',
    'Tells listeners that the list of tools has changed.',
    (_args, context) => {
      context.listChanged('tools');
      return text('Told.');
    },
  ),
  plainTool(
    'test_trigger_prompt_change',
    'Tells listeners that the list of prompts has changed.',
    (_args, context) => {
      context.listChanged('prompts');
      return text('Told.');
    },
  ),
];

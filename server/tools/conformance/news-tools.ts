import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { plainTool } from './plain-tool.ts';

/** Tools that say something on their response before their result: progress, and log messages. */
export const newsTools: readonly Tool[] = [
  plainTool(
    'test_tool_with_progress',
    'Tells of its progress: 0, 50 and 100 of 100.',
    async (_args, context) => {
      context.progress(0, 100);
      await context.wait(50);
      context.progress(50, 100);
      await context.wait(50);
      context.progress(100, 100);
      return text('Done, with three reports of progress.');
    },
  ),
  plainTool('test_logging_tool', 'Logs at every level that matters.', (_args, context) => {
    context.log('debug', 'About to answer.', 'test_logging_tool');
    context.log('info', 'Answering.', 'test_logging_tool');
    context.log('error', 'Nothing is wrong: this is a test.', 'test_logging_tool');
    return text('Logged three messages.');
  }),
];

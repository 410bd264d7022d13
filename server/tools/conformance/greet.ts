import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition } from './plain-tool.ts';

/** Answers at once and is never a task, whatever a `task` parameter says. */
export const greet: Tool = {
  definition: definition('greet', 'Greets by name.', { name: { type: 'string' } }, ['name']),
  taskSupport: 'forbidden',
  call: ({ name }) => text(`Hello, ${String(name)}!`),
};

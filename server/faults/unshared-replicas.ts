import { isObject, own, ownString } from '../protocol/json.ts';
import { rewritten } from './answers.ts';
import { forEach, unknownTask } from './asked.ts';
import { faultKind, yesNo } from './kind.ts';

export const unsharedReplicas = faultKind({
  name: 'unshared-replicas',
  title: 'Two replicas that share no store',
  group: 'replicas',
  breaks:
    'Each replica keeps its tasks in its own memory, and a balancer sends each request to the other one in turn: half of the polls meet a server that does not know the task.',
  look: 'Every other poll gets "unknown task" (-32602). A gateway that routes by Mcp-Name hides it, until that replica dies; a shared store cures it.',
  parameters: { byName: yesNo('The gateway routes by Mcp-Name', false) },
  make: ({ byName }) => {
    const maker = new Map<string, number>();
    let turn = 0;
    return {
      wrapFetch: forEach(async (asked, request, inner) => {
        turn += 1;
        const replica = turn % 2;
        const taskId = ownString(asked.params, 'taskId');
        const home = taskId === undefined ? undefined : maker.get(taskId);
        const routed = byName && request.headers.get('Mcp-Name') !== null;
        if (home !== undefined && !routed && home !== replica) return unknownTask(asked);
        const response = await inner(request);
        if (asked.method !== 'tools/call') return response;
        return rewritten(response, (message) => {
          const result = own(message, 'result');
          const made = isObject(result) ? ownString(result, 'taskId') : undefined;
          if (made !== undefined) maker.set(made, replica);
          return message;
        });
      }),
    };
  },
});

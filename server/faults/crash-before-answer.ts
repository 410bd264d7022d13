import { concerns, forEach } from './asked.ts';
import { broken } from './breaking.ts';
import { choice, faultKind, whole } from './kind.ts';

export const crashBeforeAnswer = faultKind({
  name: 'crash-before-answer',
  title: 'The server dies after its commit, before its answer',
  group: 'worker',
  breaks:
    'What was asked is done and stored, but the client never hears of it. A call that is repeated blindly makes a second task.',
  look: 'The exchange fails. For tools/call nobody has the handle; for an update or a cancel the next poll tells that it was heard.',
  parameters: {
    method: choice('Which requests', 'tools/call', ['tools/call', 'tasks/update', 'tasks/cancel']),
    times: whole('How many times', 1, 1, 1000),
  },
  make: ({ method, times }) => {
    let left = times;
    return {
      wrapFetch: forEach(async (asked, request, inner) => {
        const response = await inner(request);
        if (left === 0 || !concerns(asked, method)) return response;
        left -= 1;
        await response.body?.cancel();
        return broken(response, new Uint8Array(0));
      }),
    };
  },
});

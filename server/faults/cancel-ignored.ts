import { forEach, result } from './asked.ts';
import { faultKind } from './kind.ts';

export const cancelIgnored = faultKind({
  name: 'cancel-ignored',
  title: 'Cancel acknowledged, then ignored',
  group: 'cancel',
  breaks:
    'The server acknowledges tasks/cancel and does nothing. Who takes the acknowledgement for an end starts the work a second time.',
  look: '"Cancel requested" stands on the lane, and the task goes on to its result: only tasks/get tells the truth.',
  parameters: {},
  make: () => ({
    wrapFetch: forEach(async (asked, request, inner) =>
      asked.method === 'tasks/cancel' ? result(asked, { resultType: 'complete' }) : inner(request),
    ),
  }),
});

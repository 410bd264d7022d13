import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const crashInStep = faultKind({
  name: 'crash-in-step',
  title: 'The worker dies during a step',
  group: 'worker',
  breaks:
    'A worker takes a task and dies with it. Nothing moves until its lease ends; then another one takes the task and runs the step.',
  look: 'The task stands still for as long as a lease lasts, and the lab shows the lease of a worker that is no more.',
  parameters: { times: whole('How many times', 1, 1, 1000) },
  make: ({ times }) => {
    let left = times;
    return {
      wrapStore: (inner) =>
        storeWith(inner, {
          claim: async (worker, now, leaseMs) => {
            const row = await inner.claim(worker, now, leaseMs);
            if (row === undefined || left === 0) return row;
            left -= 1;
            return undefined;
          },
        }),
    };
  },
});

import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const expireWaiting = faultKind({
  name: 'expire-waiting',
  title: 'A task expires while it waits for input',
  group: 'time',
  breaks:
    'The person takes longer to answer than the task lives: the answer comes to a task that has failed.',
  look: 'The question is open, its time runs out, the lane fails; an answer afterwards is acknowledged and changes nothing.',
  parameters: { afterMs: whole('How long after the question, ms', 5000, 1, 3_600_000) },
  make: ({ afterMs }) => ({
    wrapStore: (inner) =>
      storeWith(inner, {
        commit: (row, expected, event) =>
          inner.commit(
            event.kind === 'asked' ? { ...row, ttlMs: Math.max(0, event.at - row.createdAt) + afterMs } : row,
            expected,
            event,
          ),
      }),
  }),
});

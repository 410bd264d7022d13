import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const crashBeforeCommit = faultKind({
  name: 'crash-before-commit',
  title: 'The worker dies before it commits',
  group: 'worker',
  breaks:
    'A step was run and its outcome is lost, so it is run again: a step happens at least once, its transition exactly once.',
  look: 'The same step twice, with a lease between them; the revision moves once. Whatever a step does outside must bear it twice.',
  parameters: { times: whole('How many times', 1, 1, 1000) },
  make: ({ times }) => {
    let left = times;
    return {
      wrapStore: (inner) =>
        storeWith(inner, {
          commit: async (row, expected, event) => {
            if (expected.epoch === undefined || left === 0) return inner.commit(row, expected, event);
            left -= 1;
            // As its dead worker would, it lets go of nothing.
            return { kind: 'fenced' };
          },
        }),
    };
  },
});

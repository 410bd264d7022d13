import { faultKind, whole } from './kind.ts';
import { pushes } from './pushes.ts';

export const pushDropped = faultKind({
  name: 'push-dropped',
  title: 'Pushes get lost',
  group: 'push',
  breaks:
    'Notifications do not arrive. Whoever relies on them alone waits for ever; they are hints, and tasks/get is the truth.',
  look: 'True transitions without a push below them: the polls that go on beside the listen find them.',
  parameters: { every: whole('Every how many', 2, 1, 1000) },
  make: ({ every }) => {
    let count = 0;
    return {
      wrapFetch: pushes(() => (message, emit) => {
        count += 1;
        if (count % every !== 0) emit(message);
      }),
    };
  },
});

import { faultKind, whole } from './kind.ts';
import { pushes } from './pushes.ts';

export const pushRepeated = faultKind({
  name: 'push-repeated',
  title: 'Pushes come several times',
  group: 'push',
  breaks:
    'Delivery is "at least once": the same notification comes again. What is done for each of them is done too often.',
  look: 'Several pushes of one revision: the task has not moved between them.',
  parameters: { times: whole('How many times', 2, 2, 20) },
  make: ({ times }) => ({
    wrapFetch: pushes(() => (message, emit) => {
      for (let n = 0; n < times; n += 1) emit(message);
    }),
  }),
});

import type { JsonObject } from '../protocol/json.ts';
import { faultKind, whole } from './kind.ts';
import { pushes } from './pushes.ts';

export const pushReordered = faultKind({
  name: 'push-reordered',
  title: 'Pushes overtake each other',
  group: 'push',
  breaks: 'Two notifications arrive in the wrong order. The last one to come is not the newest.',
  look: 'Revisions that go back from one push to the next; the lane does not.',
  parameters: { holdMs: whole('The longest wait for a second one, ms', 5000, 1, 600_000) },
  make: ({ holdMs }) => ({
    wrapFetch: pushes(({ machine }) => {
      let held: JsonObject | undefined;
      return (message, emit) => {
        if (held === undefined) {
          held = message;
          machine.after(holdMs, () => {
            if (held !== message) return;
            held = undefined;
            emit(message);
          });
          return;
        }
        const first = held;
        held = undefined;
        emit(message);
        emit(first);
      };
    }),
  }),
});

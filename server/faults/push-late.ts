import { faultKind, whole } from './kind.ts';
import { pushes } from './pushes.ts';

export const pushLate = faultKind({
  name: 'push-late',
  title: 'Pushes come late',
  group: 'push',
  breaks:
    'A notification arrives when the task is long past what it tells. Believed as the newest state, it turns the clock back.',
  look: 'A push that tells less than the poll before it: the lane keeps the newer state.',
  parameters: { delayMs: whole('How late, ms', 3000, 1, 600_000) },
  make: ({ delayMs }) => ({
    wrapFetch: pushes(({ machine }) => (message, emit) => {
      machine.after(delayMs, () => emit(message));
    }),
  }),
});

import { again, forEach, result } from './asked.ts';
import { faultKind, whole } from './kind.ts';

export const cancelLate = faultKind({
  name: 'cancel-late',
  title: 'Cancel takes effect late',
  group: 'cancel',
  breaks:
    'The cancel waits in a queue: it is acknowledged at once and carried out much later, or after the work is done.',
  look: 'Between the acknowledgement and "cancelled" the task still works, for as long as the queue is.',
  parameters: { delayMs: whole('How late, ms', 5000, 1, 3_600_000) },
  make: ({ delayMs }) => ({
    wrapFetch: (inner, { clock }) =>
      forEach(async (asked, request) => {
        if (asked.method !== 'tasks/cancel') return inner(request);
        const later = again(request, asked.text);
        clock.after(delayMs, () => void inner(later).catch(() => undefined));
        return result(asked, { resultType: 'complete' });
      })(inner),
  }),
});

import { ANY, concerns, forEach, NARROWED, waiting } from './asked.ts';
import { choice, faultKind, whole } from './kind.ts';

export const slowFirstByte = faultKind({
  name: 'slow-first-byte',
  title: 'Slow first byte',
  group: 'http',
  breaks:
    'The server has done its work, but its answer comes late: by then the state that it tells may be an old one.',
  look: 'The bar of each exchange grows long; a poll may tell a status that the task has left meanwhile.',
  parameters: {
    method: choice('Which requests', ANY, NARROWED),
    delayMs: whole('How late, ms', 2000, 1, 120_000),
  },
  make: ({ method, delayMs }) => ({
    wrapFetch: (inner, around) =>
      forEach(async (asked, request) => {
        const response = await inner(request);
        if (concerns(asked, method)) await waiting(around, delayMs, request.signal);
        return response;
      })(inner),
  }),
});

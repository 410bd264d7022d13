import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const expireWorking = faultKind({
  name: 'expire-working',
  title: 'A task expires while it works',
  group: 'time',
  breaks:
    'The time to live is shorter than the work. The task fails in the middle of it, although nothing is wrong with the work.',
  look: 'ttlMs of the next answer, and then "failed" with the reason "expired", at creation plus ttlMs and never before.',
  parameters: { ttlMs: whole('Time to live of new tasks, ms', 2000, 1, 3_600_000) },
  make: ({ ttlMs }) => ({
    wrapStore: (inner) =>
      storeWith(inner, { create: (row, event) => inner.create({ ...row, ttlMs }, event) }),
  }),
});

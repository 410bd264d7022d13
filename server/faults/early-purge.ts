import { isTerminal } from '../protocol/task.ts';
import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const earlyPurge = faultKind({
  name: 'early-purge',
  title: 'A result is cleared away early',
  group: 'time',
  breaks:
    'Ended tasks are removed as soon as they may be. A client that was away comes back to a task that is gone, and with it the result.',
  look: 'The end is told, then a poll gets -32602: its owner is told that the task expired, anybody else that it is unknown.',
  parameters: { afterMs: whole('How long after the end, ms', 3000, 1, 3_600_000) },
  make: ({ afterMs }) => ({
    wrapStore: (inner) =>
      storeWith(inner, {
        commit: (row, expected, event) =>
          inner.commit(
            isTerminal(row.status) ? { ...row, ttlMs: Math.max(0, event.at - row.createdAt) + afterMs } : row,
            expected,
            event,
          ),
        purge: (now, _retentionMs, limit) => inner.purge(now, 0, limit),
        nextExpiry: (_retentionMs, markMs) => inner.nextExpiry(0, markMs),
      }),
  }),
});

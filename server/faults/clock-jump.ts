import { faultKind, whole } from './kind.ts';

export const clockJump = faultKind({
  name: 'clock-jump',
  title: "The server's clock jumps",
  group: 'time',
  breaks:
    "The machine's wall clock is set: all at once it tells another hour. TTLs end early or late, and times in answers go forward or back.",
  look: 'createdAt and lastUpdatedAt jump while the traffic goes on evenly: order comes from revisions and arrival, never from a clock.',
  parameters: { byMs: whole('By how much, ms', -3_600_000, -86_400_000, 86_400_000) },
  make: ({ byMs }) => ({
    wrapClock: (inner) => ({
      now: () => inner.now() + byMs,
      mono: () => inner.mono(),
      after: (ms, fire) => inner.after(ms, fire),
    }),
  }),
});

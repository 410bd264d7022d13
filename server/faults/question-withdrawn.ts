import { faultKind, whole } from './kind.ts';
import { storeWith } from './store-with.ts';

export const questionWithdrawn = faultKind({
  name: 'question-withdrawn',
  title: 'A question is withdrawn',
  group: 'questions',
  breaks:
    'Nobody answers in time, so the server answers in their place and goes on. An answer that comes afterwards is acknowledged and changes nothing.',
  look: 'The lane leaves "input required" without an answer of yours; what you had typed must not be sent to a question that is gone.',
  parameters: { afterMs: whole('After how long, ms', 5000, 1, 3_600_000) },
  make: ({ afterMs }) => ({
    wrapStore: (inner, { clock }) =>
      storeWith(inner, {
        commit: async (row, expected, event) => {
          const outcome = await inner.commit(row, expected, event);
          if (event.kind !== 'asked' || outcome.kind !== 'committed') return outcome;
          const withdraw = async (): Promise<void> => {
            const found = await inner.find(row.taskId, row.owner);
            if (found?.kind !== 'task' || found.row.status !== 'input_required') return;
            const { revision, answers, outstanding } = found.row;
            const now = clock.now();
            const refused = Object.fromEntries(outstanding.map((key) => [key, { action: 'cancel' }]));
            await inner.commit(
              {
                ...found.row,
                ...{ status: 'working', statusMessage: 'The question was withdrawn.', outstanding: [] },
                ...{ answers: { ...answers, ...refused }, wakeAt: now, lastUpdatedAt: now },
                revision: revision + 1,
              },
              { revision },
              {
                taskId: row.taskId,
                revision: revision + 1,
                at: now,
                kind: 'step',
                from: 'input_required',
                to: 'working',
              },
            );
          };
          clock.after(afterMs, () => void withdraw().catch(() => undefined));
          return outcome;
        },
      }),
  }),
});

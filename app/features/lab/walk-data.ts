import type { Walk, WalkAction } from './walk.ts';

const jump = (ms: number): WalkAction => ({ kind: 'lab', command: { do: 'clock/jump', ms } });
const lab = (command: (WalkAction & { kind: 'lab' })['command']): WalkAction => ({ kind: 'lab', command });
const POLL: WalkAction = { kind: 'poll' };
const REPORT: WalkAction = { kind: 'call', tool: 'generate_report', args: { size: 'small' } };
const YES: WalkAction = {
  kind: 'answer',
  responses: { approve_outline: { action: 'accept', content: { approved: true } } },
};

/** The eight scenes (R76) and the five exercises (R78). */
export const WALKS: readonly Walk[] = [
  {
    id: 'first',
    title: 'update: call, wait, question, answer, result',
    kind: 'scene',
    about: 'The whole story in two minutes. Start here.',
    steps: [
      {
        say: 'You are about to call the tool generate_report. The call says that this page can cope with tasks; the server alone decides whether it becomes one.',
      },
      {
        say: 'The answer was no report but a handle: the id of a task. It names state in the store of the server, so any later request can ask about it, over any connection.',
        does: [REPORT],
      },
      {
        say: 'Time went five seconds forward and the task was polled. One answer, two words: "complete" is this response, "input_required" is the task. It waits for you and holds no worker.',
        does: [jump(5_000), POLL],
      },
      {
        say: 'Your answer was sent with tasks/update. Its acknowledgement promises nothing but that it was taken; the status tells the rest.',
        does: [YES],
      },
      {
        say: 'Three seconds later the work is done. The result in this poll is what the call would have answered at once, had it been quick.',
        does: [jump(3_000), POLL],
      },
    ],
  },
  {
    id: 'working',
    title: 'working: the connection is not the task',
    kind: 'scene',
    about: 'The server dies and comes back; the task goes on.',
    steps: [
      {
        say: 'A computation of a minute is called. It becomes a task that works.',
        does: [{ kind: 'call', tool: 'slow_compute', args: { seconds: 60 } }],
      },
      {
        say: 'Ten seconds pass. Each step that the worker finishes is stored at once.',
        does: [jump(10_000), POLL],
      },
      {
        say: 'The server is killed for a second. The connection ended, and so did the process; the task did not, because it is in the store.',
        does: [lab({ do: 'server/kill', downMs: 1_000 })],
      },
      {
        say: 'The new process knows the same task by the same id. That is what a handle is: a name for durable state.',
        does: [POLL],
      },
    ],
  },
  {
    id: 'input_required',
    title: 'input_required: nothing waits with the task',
    kind: 'scene',
    about: 'A question that nobody answers for an hour.',
    steps: [
      {
        say: 'A report is called; after a few seconds it asks for approval.',
        does: [REPORT, jump(5_000), POLL],
      },
      {
        say: 'Ten minutes pass at once. Nothing happened: a task that waits has no timer but its time to live.',
        does: [jump(600_000), POLL],
      },
      {
        say: 'The time to live, fifteen minutes from the creation, is over. The task failed as expired; an answer now would be acknowledged and change nothing.',
        does: [jump(400_000), POLL],
      },
    ],
  },
  {
    id: 'completed',
    title: 'completed: a result, also where the tool failed',
    kind: 'scene',
    about: 'A tool that fails still completes its task.',
    steps: [
      {
        say: 'A document is checked that has mistakes in it.',
        does: [{ kind: 'call', tool: 'lint_document', args: {} }],
      },
      {
        say: 'The task is completed, and its result says isError. The call was carried out; what the tool found is another matter.',
        does: [jump(10_000), POLL],
      },
    ],
  },
  {
    id: 'failed',
    title: 'failed: the call itself could not be carried out',
    kind: 'scene',
    about: 'A JSON-RPC error instead of a result.',
    steps: [
      {
        say: 'An import from a source that breaks off is called.',
        does: [{ kind: 'call', tool: 'flaky_import', args: {} }],
      },
      {
        say: 'The task is failed and carries an error in place of a result: what the request would have been answered with.',
        does: [jump(20_000), POLL],
      },
    ],
  },
  {
    id: 'cancelled',
    title: 'cancelled: an acknowledgement is no proof',
    kind: 'scene',
    about: 'Work that stops between two steps.',
    steps: [
      {
        say: 'A computation of a minute is called, and the clock is stopped so that you can see what lies between.',
        does: [{ kind: 'call', tool: 'slow_compute', args: { seconds: 60 } }, lab({ do: 'clock/pause' })],
      },
      {
        say: 'tasks/cancel was sent and acknowledged. That tells that the wish was heard, not that anything has ended.',
        does: [{ kind: 'cancel' }],
      },
      {
        say: 'The clock runs again and the worker has looked: now the status says cancelled. Only the status does.',
        does: [lab({ do: 'clock/run' }), jump(2_000), POLL],
      },
    ],
  },
  {
    id: 'race',
    title: 'completion wins the race',
    kind: 'scene',
    about: 'A cancel that comes a moment too late.',
    steps: [
      {
        say: 'photo_finish runs for eight seconds.',
        does: [{ kind: 'call', tool: 'photo_finish', args: {} }],
      },
      { say: 'The cancel was acknowledged while the task worked.', does: [{ kind: 'cancel' }] },
      {
        say: 'When the work looked next, its result was there. The task is completed, and that stays the truth.',
        does: [jump(2_000), POLL],
      },
    ],
  },
  {
    id: 'illegal',
    title: 'illegal transition: ended is ended',
    kind: 'scene',
    about: 'A copy that lags says "working" after the end.',
    steps: [
      {
        say: 'A short computation is called and ends.',
        does: [{ kind: 'call', tool: 'slow_compute', args: { seconds: 1 } }, jump(5_000), POLL],
      },
      {
        say: 'A fault is on now: every other read comes from a copy that says "working". Two polls were made: the second one says "working", and is marked as a step that no task may take.',
        does: [lab({ do: 'faults/on', fault: 'terminal-to-working' }), POLL, POLL],
      },
      {
        say: 'The fault is off again, and the next poll tells the truth: what has ended stays ended.',
        does: [lab({ do: 'faults/off', fault: 'terminal-to-working' }), POLL],
      },
    ],
  },
  {
    id: 'two-keys',
    title: 'Two keys and a partial update',
    kind: 'exercise',
    about: 'Two questions at once; each has a key of its own.',
    steps: [
      {
        say: 'plan_trip asks two questions at once, under two keys.',
        does: [{ kind: 'call', tool: 'plan_trip', args: {} }, jump(2_000), POLL],
      },
      {
        say: 'One of them was answered. The task still says input_required, with the other question alone.',
        does: [
          { kind: 'answer', responses: { destination: { action: 'accept', content: { city: 'OSL' } } } },
          POLL,
        ],
      },
      {
        say: 'The second answer is in, so the work goes on; after a moment the trip is booked.',
        does: [
          {
            kind: 'answer',
            responses: { dates: { action: 'accept', content: { from: '2026-08-01', nights: 2 } } },
          },
          jump(3_000),
          POLL,
        ],
      },
    ],
  },
  {
    id: 'ownership',
    title: 'Tenant ownership',
    kind: 'exercise',
    about: 'A foreign id is answered exactly as an unknown one.',
    steps: [
      { say: 'You make a task, as a guest.', does: [REPORT] },
      {
        say: 'Carol, of another company, asked for it by its very id. She is told -32602, "not found": the same words as for an id that never was.',
        does: [{ kind: 'get-as', token: 'demo-carol' }],
      },
      {
        say: 'You ask again and see it. Knowing an id is no permission; the server looks at who asks, each time.',
        does: [POLL],
      },
    ],
  },
  {
    id: 'lease',
    title: 'A worker lease with expiry',
    kind: 'exercise',
    about: 'Two workers cannot both complete: the lease is checked again at the commit.',
    steps: [
      {
        say: 'A computation works. Its worker will die with the outcome of the next step in hand.',
        does: [
          { kind: 'call', tool: 'slow_compute', args: { seconds: 5 } },
          lab({ do: 'worker/kill-at-commit' }),
          jump(1_500),
        ],
      },
      {
        say: 'A new worker is there, but it leaves the task alone: the dead one holds a lease on it for ten seconds.',
        does: [lab({ do: 'worker/replace' }), jump(3_000), POLL],
      },
      {
        say: 'The lease is over. The new worker took the task with the next epoch and ran the lost step again; its transition happened once.',
        does: [jump(20_000), POLL],
      },
    ],
  },
  {
    id: 'sse',
    title: 'Pushes over SSE',
    kind: 'exercise',
    about: 'A listen is a hint, tasks/get is the truth.',
    steps: [
      {
        say: 'A report is called and a listen is opened for it: one POST whose answer is a stream.',
        does: [REPORT, { kind: 'push', on: true }],
      },
      {
        say: 'Time goes on, and each change is pushed. Every other push gets lost now, by a fault; the next poll finds what was missed.',
        does: [lab({ do: 'faults/on', fault: 'push-dropped' }), jump(5_000), POLL],
      },
      {
        say: 'The fault is off and the question answered; the end is told by push and by poll alike.',
        does: [lab({ do: 'faults/off', fault: 'push-dropped' }), YES, jump(3_000), POLL],
      },
    ],
  },
  {
    id: 'expiry',
    title: 'Expiry and clearing away',
    kind: 'exercise',
    about: 'The owner is told "expired"; everybody else hears "not found".',
    steps: [
      {
        say: 'endless_tool is made with thirty seconds to live.',
        does: [{ kind: 'call', tool: 'endless_tool', args: {} }],
      },
      {
        say: 'A minute has passed. The server ended the task as failed, at thirty seconds and not before.',
        does: [jump(60_000), POLL],
      },
      {
        say: 'A quarter of an hour later the task was cleared away. You, who owned it, are told that it expired.',
        does: [jump(900_000), POLL],
      },
      {
        say: 'Carol asked for the same id and was told "not found": what is gone tells nobody else that it ever was.',
        does: [{ kind: 'get-as', token: 'demo-carol' }],
      },
    ],
  },
];

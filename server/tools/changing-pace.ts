import { done, durable, next, type Pace, paced } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** What the task advertises, phase after phase, ms. The last one goes without a poll interval and without a limit. */
export const PHASES: readonly { readonly pace: Pace; readonly message: string }[] = [
  { pace: { pollIntervalMs: 500, ttlMs: 60_000 }, message: 'Hurrying: look twice a second.' },
  { pace: { pollIntervalMs: 2000, ttlMs: 600_000 }, message: 'Digging in: look every two seconds.' },
  { pace: { pollIntervalMs: 250, ttlMs: null }, message: 'Nearly there: look often, there is no limit now.' },
];
const PHASE_MS = 3000;

type State = { readonly phase: number };

/**
 * `pollIntervalMs` and `ttlMs` may change while a task runs (R27, R28); `ttlMs` always counts from the creation. A client that
 * keeps the numbers of the handle polls at the wrong pace and gives up too early.
 */
const work = durable<State>({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({
    step: 'shift',
    state: { phase: 1 },
    afterMs: PHASE_MS,
    message: PHASES[0]?.message ?? '',
    pace: PHASES[0]?.pace ?? {},
  }),
  steps: {
    shift: ({ state: { phase } }) => {
      const phaseNow = PHASES[phase];
      if (phaseNow === undefined) return done(text('Went through three paces.'), 'Arrived.');
      return paced(next('shift', { phase: phase + 1 }, PHASE_MS, phaseNow.message), phaseNow.pace);
    },
  },
});

export const changingPace: Tool = {
  definition: {
    name: 'changing_pace',
    title: 'Change the pace',
    description:
      'Runs for nine seconds in three phases. In each the task says another pollIntervalMs and another ttlMs: 500 ms, then two ' +
      'seconds, then 250 ms; one minute, then ten, then none. Watch how the polls follow.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
};
